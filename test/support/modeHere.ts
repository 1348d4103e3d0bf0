/** Returns permissions as this system shows them. Windows shows every file and folder that can be written as 0o666. */
export const modeHere = (mode: number): number => (process.platform === 'win32' ? 0o666 : mode);
