/** Letters that must not stand before a prefix that words end in too (`task-`, `disk-`). */
const FREE = '(?<![A-Za-z0-9_-])';

/** A form that a maker gave its tokens: the four characters it can begin with (`?` is any), and all of it. */
export interface TokenForm {
  readonly starts: string;
  readonly pattern: string;
}

const free = (starts: string, pattern: string): TokenForm => ({
  starts,
  pattern: `${FREE}${pattern}`,
});

/**
 * Tokens that their makers gave a recognisable form. Each pattern is linear: its prefix can't start
 * again inside what follows it, or a token can only start where none is going on.
 */
export const TOKENS: readonly TokenForm[] = [
  // GitHub, with the newer form that carries a web token behind the id of the app.
  {
    starts: 'ghp_ gho_ ghu_ ghs_ ghr_',
    pattern: 'gh[pousr]_(?:[0-9]{1,20}_eyJ[\\w.-]{16,}|[A-Za-z0-9]{20,})',
  },
  { starts: 'gith', pattern: 'github_pat_[A-Za-z0-9_]{20,}' },
  free(
    'glpa glpt glrt gldt glcb glft glso glim glag gloa',
    'gl(?:pat|ptt|rt|dt|cbt|ft|soat|imt|agent|oas)-[\\w-]{20,}',
  ),
  // Model providers.
  free(
    'sk-?',
    'sk-(?:ant-[\\w-]{16,}|(?:proj|svcacct|admin|or-v1|lf)-[\\w-]{20,}|[A-Za-z0-9]{20,})',
  ),
  free('hf_?', 'hf_[A-Za-z0-9]{30,}'),
  free('gsk_ xai- pplx r8_?', '(?:gsk_|xai-|pplx-|r8_)[A-Za-z0-9]{36,}'),
  // Clouds.
  free('AKIA ASIA ABIA ACCA', '(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Z0-9])'),
  free('AIza', 'AIza[\\w-]{35}'),
  free('GOCS', 'GOCSPX-[\\w-]{20,}'),
  free('ya29', 'ya29\\.[\\w-]{20,}'),
  free('dop_ doo_ dor_', 'do[opr]_v1_[a-f0-9]{64}'),
  free('dapi', 'dapi[a-f0-9]{32}'),
  free('1//0', '1//0[\\w-]{40,}'),
  free('fm2_', 'fm2_[\\w+/=-]{40,}'),
  free('HRKU', 'HRKU-[\\w-]{36,}'),
  // Chat, payment, mail.
  free('xox?', 'xox[a-z][-.][A-Za-z0-9-]{10,}'),
  free('xapp', 'xapp-[A-Za-z0-9-]{20,}'),
  { starts: 'hook', pattern: 'hooks\\.slack\\.com/(?:services|workflows|triggers)/[\\w/]{20,}' },
  { starts: 'disc', pattern: 'discord(?:app)?\\.com/api/webhooks/[0-9]{10,}/[\\w-]{30,}' },
  free('sk_? rk_? pk_?', '(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{16,}'),
  free('whse', 'whsec_[A-Za-z0-9+/]{24,}'),
  free('SG.?', 'SG\\.[\\w-]{16,64}\\.[\\w-]{16,}'),
  free('shpa shpc shps', 'shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}'),
  free('sq0c sq0a', 'sq0(?:csp|atp)-[\\w-]{22,}'),
  free('EAAA', 'EAAA[\\w-]{56,}'),
  free('key-', 'key-[a-f0-9]{32}(?![a-f0-9])'),
  // Work and its records.
  free('ATAT ATCT ATBB', 'AT(?:ATT|CTT|BB)3?[\\w=-]{24,}'),
  free('lin_', 'lin_api_[A-Za-z0-9]{30,}'),
  free('figd', 'figd_[\\w-]{40,}'),
  free('PMAK', 'PMAK-[a-f0-9]{24}-[a-f0-9]{34}'),
  free('secr ntn_', '(?:secret_|ntn_)[A-Za-z0-9]{43,}'),
  free('CFPA', 'CFPAT-[\\w-]{43,}'),
  free('pat?', 'pat[A-Za-z0-9]{14}\\.[a-f0-9]{64}'),
  // Watching and running.
  free('NRAK', 'NRAK-[A-Z0-9]{27}'),
  free('glsa glc_', '(?:glsa|glc)_[\\w+/=]{32,}'),
  free('sntr', 'sntrys_[\\w+/=]{40,}'),
  free('nfp_ verc sbp_', '(?:nfp|vercel|sbp)_[A-Za-z0-9]{24,}'),
  free('pul-', 'pul-[a-f0-9]{40}'),
  free('tske', 'tskey-[a-z]+-[A-Za-z0-9]{6,}-[A-Za-z0-9]{20,}'),
  free('dp.p dp.s dp.c', 'dp\\.(?:pt|st|ct|sa|scim)\\.[\\w.-]{40,}'),
  free('psca', 'pscale_(?:tkn|pw|oauth)_[\\w.-]{32,}'),
  { starts: '.atl', pattern: '(?<=[A-Za-z0-9]{14})\\.atlasv1\\.[\\w-]{60,}' },
  // Package registries and the like.
  free('npm_', 'npm_[A-Za-z0-9]{30,}'),
  free('pypi', 'pypi-[\\w-]{40,}'),
  free('dckr', 'dckr_[a-z]{3}_[\\w-]{20,}'),
  free('ruby', 'rubygems_[a-f0-9]{48}'),
  free('cio?', 'cio[A-Za-z0-9]{32}(?![A-Za-z0-9])'),
  free('hvs. hvb. hvr.', 'hv[bsr]\\.[\\w-]{20,}'),
  free('ops_', 'ops_eyJ[\\w=-]{40,}'),
  { starts: 'AGE-', pattern: 'AGE-SECRET-KEY-1[A-Z0-9]{50,}' },
  // JSON web tokens: both forms, an empty signature too.
  free('eyJ?', 'eyJ[\\w-]{6,}\\.[\\w-]{6,}\\.[\\w.-]*'),
  { starts: ':AA?', pattern: '(?<=(?<![A-Za-z0-9_-])[0-9]{8,10}):AA[\\w-]{33}' },
];

/** `process.env.KEY` is where a program takes a secret from. */
const NO_CODE = '(?![A-Za-z_]{1,40}\\.[A-Za-z_])';

/** Secrets without a form of their own, known by the words before them; case doesn't count. */
export const AFTER_WORDS: readonly TokenForm[] = [
  {
    starts: 'auth',
    pattern: `(authorization["']?\\s{0,4}[:=]\\s{0,4}["']?(?:basic|bearer|token)\\s{1,4})${NO_CODE}([\\w.~+/=-]{16,})`,
  },
  {
    starts: '_aut _pas',
    pattern: '(_(?:authToken|auth|password)["\']?\\s{0,4}=\\s{0,4}["\']?)([\\w.~+/=-]{16,})',
  },
  {
    starts: 'aws_ awss',
    pattern: '(aws_?secret_?access_?key["\']?\\s{0,4}[:=]\\s{0,4}["\']?)([\\w.~+/=-]{16,})',
  },
  {
    starts: 'acco shar',
    pattern: '((?:AccountKey|SharedAccessKey|SharedAccessSignature)=)([\\w.~+/=-]{16,})',
  },
  {
    starts: 'x-ap x-au x-va priv',
    pattern: `((?:x-api-key|x-auth-token|x-vault-token|private-token)["']?\\s{0,4}[:=]\\s{0,4}["']?)${NO_CODE}(?=[A-Za-z_-]{0,64}[0-9])([\\w.~+/=-]{16,})`,
  },
  // The password of a URL; not what a template will put there.
  {
    starts: '://?',
    pattern: '(://[^\\s/:@"\'`<>]{0,256}:)(?![*$%{<[])([^\\s/@"\'`<>]{1,512})@',
  },
];
