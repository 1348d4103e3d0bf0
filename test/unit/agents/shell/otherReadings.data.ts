/** Commands that print the file `.env`, which a shell reads in another way than a person does at first. */
export const otherReadings: readonly string[] = [
  // Number signs that begin no comment.
  ': \r#; cat .env',
  '(( # )); cat .env',
  '(: $(( # ))); cat .env',
  '(: $[ # ]); cat .env',
  'declare -A a; a[ #]=1; cat .env',
  'cat <<E\n$( (( # )); cat .env)\nE',
  // Ends of here-documents.
  ": <<E\nfoo\\\nE\n: '\nE\ncat .env\n: '",
  ': $(: <<E\nfoo\nE); cat .env',
  "(: <<E\nE) '\nE\ncat .env; : )",
  // Parentheses of `case` in a substitution.
  'echo "$(case x in x) cat .env;; esac)"',
  'echo "$(case y in x) :;; *) cat .env;; esac)"',
  'echo "$(if true; then case x in x) cat .env;; esac; fi)"',
  'echo "$(case esac in *) cat .env;; esac)"',
  'echo "$(case x\nin esac)"; cat .env',
  ': "$(case x in esac)"; cat .env',
  ': "$(case y in x) :;; if) :;; esac)"; cat .env',
  // Commands in what another shell takes for a condition.
  "sh -c '[[ x; cat .env'",
  "sh -c '[[ x || cat .env ]]'",
  "sh -c '[[ x | cat .env'",
  // Quotes in expansions.
  "echo ${x:-$'\\''}; cat .env; echo '}'",
  'echo "${x:-\'$(cat .env)\'}"',
  'echo "`echo \\"a\' \\"; cat .env; echo \\"\'\\"`"',
  "cat $'\\u002eenv'",
  "cat $(printf '\\u002eenv')",
  'cd sub; cat ~-/.env',
  "ln .env .2env; cat $'\\0562env'",
  "cat $'\\456env' $'\\x{2e}env'",
  'cat $(echo -e "\\0056env")',
  // Links of processes.
  'cat /proc/$$/cwd/.env',
  'cat /proc/self/root$PWD/.env',
  'ln -s /proc/self/cwd a; cat a/.env',
];

/** Commands that shells read differently, so that they are denied whatever they print. */
export const ambiguous: readonly string[] = [
  ': <<E$x\nE$x\ncat .env',
  ': <<`E`\n`E`\ncat .env',
  'echo "${x:-\'}"; cat .env; echo "\'}"',
  'echo "${x:-\'"\'}"',
];
