/** Programs that may remove, move or replace a folder with all that is in it. */
const removers =
  /^(?:rm|rmdir|mv|move|move-item|mi|remove-item|ri|rd|del|erase|rename-item|ren|unlink|shred|find|git|rsync|robocopy|ln|trash|trash-put|chmod|chown|mount|python3?|node|perl|ruby)$/;

export const isRemover = (program: string): boolean => removers.test(plainName(program));

/** Returns the name of a program without its folder and its ending. */
export const plainName = (program: string): string =>
  program
    .replace(/^.*[/\\]/, '')
    .replace(/\.(?:exe|cmd)$/i, '')
    .toLowerCase();
