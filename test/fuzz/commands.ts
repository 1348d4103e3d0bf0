import fc from 'fast-check';

const pieces =
  "cat|head|sudo|env|bash -c|python3 -c|xargs|find . -name|git show|grep -r|echo|for f in|do|done|if|then|fi|case x in|esac|while read l|function f|alias a=|eval|.env|./.env|$HOME|${x:-a}|${x#*a}|$(|)|`|\"|'|\\|;|&&|\\|\\||\\||&|<|>|<<EOF|<<<|\n|EOF|{a,b}|*.e?v|[a-z]|@(a\\|b)|$'\\x41'|((|))|[[|]]|#|=|x=|a=(|-c|--file=|@|$env:A|%A%|Get-Content|type|/c|^|{|}|!|~| |\t|é|\u0000|\u202e"
    .split(/(?<!\\)\|/)
    .map((piece) => piece.replaceAll(String.raw`\|`, '|'));

/** Command lines out of the words and signs that shells know, in any order. */
export const commandLine = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(...pieces) },
      { weight: 1, arbitrary: fc.string({ maxLength: 8 }) },
    ),
    { maxLength: 40 },
  )
  .chain((words) => fc.constantFrom('', ' ').map((between) => words.join(between)));
