import { randomBytes } from '../random.ts';
import { rewriteUnseen } from './unseen.ts';

/** Names that prompts and chat formats give to what frames a text. */
const FRAME_NAME =
  /(?:antml|assistant|content|context|conversation|data|developer|document|envelope|example|function|human|input|instruction|invoke|message|output|parameter|prompt|reminder|result|source|system|task|text|thinking|tool|untrusted|user)/i;
const TAG = /[<\uff1c\u2039\u3008](\s*[/\uff0f\u2215\\]?\s*)([\p{L}_][\p{L}\p{N}_:.-]*)/gu;
const CHAT_MARK = /<\|(?=[\w -]{1,40}\|>)|<<(?=\/?SYS>>)|\[(?=\/?INST\])/g;

/**
 * Puts text by others between two markers whose name can't be guessed, so that no text can end it
 * and go on in another voice. What inside looks like such a marker, ours or anybody's, is broken.
 */
export function envelope(text: string, nonce: string = freshNonce(text)): string {
  return `<data-${nonce}>\n${withoutFrames(text)}\n</data-${nonce}>`;
}

/** The text with its frames broken: `</untrusted-content>` becomes `&lt;/untrusted-content>`. */
export function withoutFrames(text: string): string {
  return rewriteUnseen(text, () => '')
    .replace(TAG, (all, slash: string, name: string) =>
      isFrame(slash, name) ? `&lt;${slash}${name}` : all,
    )
    .replace(CHAT_MARK, (mark) => (mark.startsWith('[') ? '&#91;' : mark.replaceAll('<', '&lt;')));
}

/** HTML and code have many tags: only those count that could be taken for a frame's. */
function isFrame(slash: string, name: string): boolean {
  const plain = name.normalize('NFKC');
  if (/^(?:text(?:area|path)|datalist|data|source|template|output|input)$/i.test(plain))
    return slash.trim() !== '' && /^data$/i.test(plain);
  return FRAME_NAME.test(plain);
}

function freshNonce(text: string): string {
  for (;;) {
    const nonce = randomBytes(9).toString('base64url');
    if (!text.includes(nonce)) return nonce;
  }
}
