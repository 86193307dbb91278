import { COMMAND_HELP, type CommandHelp } from './help';

/** The options of a command, as its help has them. */
const optionsOf = ({ usage }: CommandHelp) => [
  ...new Set(usage.join(' ').match(/--[a-z]+(?:-[a-z]+)*/g)),
  '--help',
];

/** A function of bash that completes commands, their options, and names of files. */
export function completionScript(): string {
  const options = Object.entries(COMMAND_HELP).map(
    ([name, help]) => `    ${name}) words="${optionsOf(help).join(' ')}" ;;\n`,
  );
  const commands = [...Object.keys(COMMAND_HELP), '--help', '--version'].join(' ');
  return `_lab() {
  local at="\${COMP_WORDS[COMP_CWORD]}" words=
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=( $(compgen -W "${commands}" -- "$at") )
    return
  fi
  case "\${COMP_WORDS[1]}" in
${options.join('')}  esac
  COMPREPLY=( $(compgen -W "$words" -- "$at") $(compgen -f -- "$at") )
}
complete -o filenames -F _lab lab
`;
}
