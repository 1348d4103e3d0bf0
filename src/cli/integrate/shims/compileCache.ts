/**
 * Folder beside the handler in which node keeps what it compiled, for the next run. Node checks what it reads there
 * against the source and drops what does not fit; it is no part of the installation, only of its removal.
 */
export const compileCache = 'cache';
