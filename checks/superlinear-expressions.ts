import { globSync } from 'node:fs'

/** The source files whose expressions are checked. */
export const listed = (root: string): string[] =>
  globSync('src/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\.test\.tsx?$|-for-tests\.ts$/.test(file) && !file.startsWith('src/testing/'),
  )

/** Expressions that take more than linear time, or are too large for the checker, by what bounds the text that they read. */
export const superlinear: Readonly<Record<string, readonly string[]>> = {
  'titles, names of files and descriptions of a few hundred characters': ['/\\.+$/', '/\\s+\\S*$/', '/[\\s,;:.–-]+$/'],
  'addresses of at most 254 characters, and searches of staff of at most 200': [
    '/^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$/',
    '/^.*[\\p{L}\\p{N}]{3}@(?=[^@\\s]+$)/u',
  ],
  'in the browser of who pasted, typed or runs it': [
    '/expected an indented block after (.+?) on line (\\d+)/',
    "/'(\\S+)' not supported between instances of '(\\w+)' and '(\\w+)'/",
    '/(\\S+)\\(\\) missing \\d+ required/',
    '/(\\S+)\\(\\) takes .* positional arguments? but/',
    '/-(?=[^-]*-)|(?<=-[^-]*)-/g',
    '/([^/]+)$/',
    "/(\\S+) is not defined|Can't find variable: (\\S+)/",
    '/(\\S+) is not a function/',
    "/(?:Cannot read properties of|can't access property .*) ?(undefined|null)|undefined is not an object/",
    '/<style[\\s\\S]*?<\\/style>/gi',
    '/(<[^>]*?)\\sstyle\\s*=/gi',
    '/^\\s*(```|~~~)/m',
    '/\\[[^\\]\\n]+\\]\\(https?:\\/\\/[^)\\s]+\\)/',
    '/^\\s*([-*+]|\\d+[.)]) \\S/gm',
    '/<(style|xml|script|title)[\\s\\S]*?<\\/\\1>|<!--[\\s\\S]*?-->|<[^>]+>/gi',
    '/^[^\\s@/]+@[^\\s@/]+\\.[^\\s@/]+$/',
    '/@.*$/',
  ],
  'configuration, which only the operator writes': [
    '/^\\w+:\\/\\/(?:[^/?]*@)?(?![^/?]*@)[^/?]*,/',
    '/^\\s*(?:export\\s+)?([A-Z]\\w*)\\s*=[ \\t]*(?!["\'`])[^\\s#][^#\\n]*(?<=\\S)#/gm',
    '/\\/+$/',
    '/:\\/\\/.*@/s',
    '/^(?:[^\\s@<>,]+@[^\\s@<>,]+|(?:"[^"\\r\\n]*"|[^<>,"\\r\\n]*)\\s*<[^\\s@<>,]+@[^\\s@<>,]+>)$/',
    '/^\\s*(0[1-9]|1[0-2])\\s*\\/?\\s*(?:20)?(\\d{2})\\s*$/',
  ],
  'settings that an admin writes, of at most 500 characters': ['/\\s*\\n\\s*/g'],
  'messages of the storage provider': [
    '/^(ECONN\\w+|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPIPE|ERR_TLS.*|CERT_.*|.*SELF_SIGNED.*|UNABLE_TO_.*)$/',
  ],
  'files, in a worker process with a deadline': [
    '/<img\\b[^<>]*?\\bsrc\\s*=\\s*(?:"([^"]*)"|\'([^\']*)\'|([^\\s>"\']+))/gi',
    '/\\n+$/',
    '/<a\\s*>([^]*?)<\\/a>/g',
    '/<img\\b[^>]*?\\bsrc\\s*=\\s*(?:"([^"]*)"|\'([^\']*)\'|([^\\s"\'<>]+))/gi',
    '/[?#].*$/',
    '/<meta[^>]+charset\\s*=\\s*["\']?([\\w-]+)/i',
    '/<body\\b[^>]*>/i',
    '/(<img\\b[^<>]*?\\bsrc\\s*=\\s*)(?:"([^"]*)"|\'([^\']*)\'|([^\\s"\'<>]+))/gi',
    '/(<a\\b[^<>]*?\\s)href\\s*=\\s*(?:"([^"]*)"|\'([^\']*)\'|([^\\s"\'<>]+))/gi',
    '/<head\\b[\\s\\S]*?<\\/head>/i',
    '/<title[^>]*>([^<]*)/i',
    '/<meta\\b[^>]*\\bname="workflow_state"[^>]*\\bcontent="(?!active"|published")/i',
    '/\\.v\\d.*$/',
    '/\\n\\s*::/',
    '/(?<!\\\\)\\{((?:\\\\[^]|[^\\\\}])*)\\}/g',
  ],
  'in a worker process with a deadline, or up to 500 characters': [
    '/\\[((?:[^[\\]\\\\]|\\\\.)+)\\](?:\\[\\])?$/',
    '/<!--[^]*?-->/g',
  ],
  'migrations of the product': [
    '/^alter table (?:if exists )?(?:only )?"?(\\w+)"? (?!.*\\bnot valid\\b).*\\badd (?:constraint \\w+ )?(?:check|unique|primary key|exclude)\\b/i',
    '/^alter table (?:if exists )?(?:only )?"?(\\w+)"? .*\\badd column [^,]*\\b(?:generated always as|default (?:gen_random_uuid|random|clock_timestamp)\\()/i',
  ],
  'a cell of at most 1,000 characters, or a number of at most 100': [
    '/KLS[\\s-]*((?:[0-9A-TV-Z][\\s-]*){26})/gi',
    '/\\([^)]*\\)|\\[[^\\]]*\\]/g',
    '/^([+-]?)\\s*(?:rp|idr)?\\.?\\s*([+-]?)\\s*(.*?)\\s*([+-]?)$/i',
    '/\\s*(?:rp|idr)$/i',
    '/^[\\d.,]*\\d[\\d.,]*$/',
    '/\\s*(?:%|persen)\\s*$/i',
    '/^[\\sT,|-]*(?:pukul|jam|at)?\\s*(\\d{1,2})(?:[.:](\\d{2})(?:[.:](\\d{2})(?:[.,]\\d{1,6})?)?|(?=\\s*(?:[ap]\\.?m|pagi|siang|sore|malam)))\\s*([ap]\\.?m\\.?|pagi|siang|sore|malam)?\\s*(wib|wita|wit|z|(?:utc|gmt)?[+-]\\d{1,2}(?::?\\d{2})?|utc|gmt)?(?: ?\\([a-z ]{1,40}\\))?$/i',
  ],
  'files that the operator imports with a command': [
    '/^(#{1,6})(?:[ \\t]+(.*?))?[ \\t]*#*[ \\t]*$/',
    '/^ {0,3}(`{3,}|~{3,})(.*)$/',
    '/!\\[[^\\]]*\\]\\([^)]*\\)|<img\\b/i',
  ],
  'made by the product: paths of its contract, digits, hashes, pictures, vectors of the database': [
    '/\\{\\+?([^}]+)\\}/g',
    '/<svg\\b([^>]*)>/',
    '/=+$/',
    "/'((?:[^'\\\\]|''|\\\\\\\\)*)':([\\dA-D,]+)/g",
    '/\\B(?=(\\d{3})+$)/g',
  ],
  'what nestedMarks of the same file matched: each space is followed by a mark': ['/[ \\t]*(?:>|[-*+]|\\d{1,9}[.)])/g'],
  'clean HTML, where every tag ends': [
    '/<a(?: rel="[^"]*")?>([^]*?)<\\/a>/g',
    '/<a(?: [^>]*)?>|<\\/a>/g',
    '/<img\\b[^<>]*?alt="([^"]*)"[^<>]*>/g',
  ],
}
