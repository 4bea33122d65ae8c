/**
 * A name as the most forgiving file system compares it: case, Unicode form, invisible characters
 * that HFS+ skips, trailing dots and blanks that Windows drops. Two names that may be one file fold alike.
 */
export function foldName(name: string): string {
  if (/^[a-z0-9_-]*(?:\.[a-z0-9_-]+)*$/u.test(name)) return name;
  const visible = name.replace(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/gu, '');
  const folded = visible.normalize('NFC').toLowerCase();
  return folded.replace(/[. ]+$/u, '') || folded;
}
