/** Without the byte order mark that some editors leave, and with one kind of line ends. */
export function plainText(text: string): string {
  return text.replace(/^\uFEFF/u, '').replace(/\r\n?/gu, '\n');
}
