/** Calls an endpoint of the Web API with the rights of the user who views the page. */
export type CallApi = (path: string, parameters?: Readonly<Record<string, string>>) => Promise<unknown>;
