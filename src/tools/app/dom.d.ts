/** The parts of the browser that the page uses. The library of TypeScript would declare the browser for every room. */
export interface PageElement {
  innerHTML: string;
  textContent: string | null;
  lang: string;
  disabled: boolean;
  readonly dataset: Readonly<Record<string, string | undefined>>;
  readonly style: { colorScheme: string; setProperty(name: string, value: string): void };
  closest(selector: string): PageElement | null;
  focus(): void;
  getBoundingClientRect(): { readonly height: number };
  addEventListener(type: 'click', listener: (event: { readonly target: PageElement }) => void): void;
}

export interface Frame {
  postMessage(message: unknown, targetOrigin: string): void;
}

export interface PageWindow extends Frame {
  readonly parent: Frame;
  readonly document: {
    readonly documentElement: PageElement;
    getElementById(id: string): PageElement | null;
  };
  readonly ResizeObserver: new (listener: () => void) => { observe(element: PageElement): void };
  addEventListener(
    type: 'message',
    listener: (event: { readonly source: unknown; readonly data: unknown }) => void,
  ): void;
}
