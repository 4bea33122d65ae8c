/** One line of a git configuration file; the subsection is left out of the key. */
interface Entry {
  readonly key: string;
  readonly value: string;
}

/**
 * The keys of a configuration file (git-config, “Configuration file”).
 * @throws Error for what can't be understood, and for a value that goes on in the next line: git would
 * take a `[section]` there for a part of the value.
 */
export function* entriesOf(text: string): Generator<Entry> {
  let section = '';
  for (const line of text.replace(/^\uFEFF/u, '').split('\n')) {
    let rest = line.trim();
    const head = /^\[\s*([\w.-]+?)(?:\.[^\]\s"]*)?(?:\s+"(?:[^"\\]|\\.)*")?\s*\]/.exec(rest);
    if (head) {
      section = (head[1] ?? '').toLowerCase();
      rest = rest.slice(head[0].length).trim();
    }
    if (rest === '' || rest.startsWith('#') || rest.startsWith(';')) continue;
    const entry = /^([A-Za-z][\w-]*)\s*(?:=\s*(.*))?$/.exec(rest);
    if (!entry || section === '' || rest.endsWith('\\')) {
      throw new Error('The configuration can not be understood.');
    }
    const value = (entry[2] ?? '').replace(/\s+[#;].*$/, '').replace(/^"(.*)"$/, '$1');
    yield { key: `${section}.${(entry[1] ?? '').toLowerCase()}`, value };
  }
}
