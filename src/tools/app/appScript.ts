/** `gateApp.ts` with what it imports, as one script. The build inserts it; when the source runs, there is none. */
export const appScript: string | undefined = undefined;
