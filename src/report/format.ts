import { countOf } from '../base/text.ts';

/** `850 ms`, `3.2 s`, `1 min 12 s`, `1 h 5 min`. */
export function formatDuration(ms: number): string {
  if (!Number.isFinite(ms) || ms < 0) return '0 ms';
  if (ms < 995) return `${Math.round(ms)} ms`;
  if (ms < 9_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min${withRest(seconds % 60, 's')}`;
  return `${Math.floor(minutes / 60)} h${withRest(minutes % 60, 'min')}`;
}

/** `$0.0042` below a cent, else `$1.24`. */
export function formatUsd(usd: number): string {
  if (!Number.isFinite(usd) || usd <= 0) return '$0.00';
  if (usd < 0.0001) return '< $0.0001';
  return `$${usd.toFixed(usd < 0.01 ? 4 : 2)}`;
}

/** `512 B`, `1.2 KB`, `3.4 MB`: characters count as bytes, near enough for a report. */
export function formatSize(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  if (bytes < 999_950) return `${(bytes / 1_000).toFixed(1)} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** `+12 −3`; empty for a binary file. */
export function formatLines(added: number | undefined, removed: number | undefined): string {
  if (added === undefined && removed === undefined) return '';
  return `+${added ?? 0} −${removed ?? 0}`;
}

/** `12 old results left the conversation, about 34,000 tokens.` */
export function clearedText(cleared: {
  readonly toolUseIds: readonly string[];
  readonly savedTokens: number;
}): string {
  const results = countOf(cleared.toolUseIds.length, 'old result');
  return `${results} left the conversation, about ${formatCount(cleared.savedTokens)} tokens.`;
}

function withRest(rest: number, unit: string): string {
  return rest === 0 ? '' : ` ${rest} ${unit}`;
}

/** `1,234,567`. Not by locale: loading one costs the end of a run 15 ms. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}
