/**
 * Name of the folder beside the handler in which Node keeps compiled code for the next run. Node checks that code
 * against the source and drops code that does not match. The folder is not part of the installation, but a removal
 * deletes it.
 */
export const compileCache = 'cache';
