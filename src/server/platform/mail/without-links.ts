const initials = String.raw`\p{Lu}(?:\.\p{Lu})+`
const fields =
  'Acc|Ag|Agr|Ak|Ant|Ars|Bio|Biomed|Cs|Des|Ds|E|Ed|Eng|Epid|Farm|Fil|Gz|Han|H|Hum|Hut|I|Ikom|IP|Kar|Keb|Ked|Kel|Kep|Kes|KG|KH|KM|Kn|Kom|Li|Ling|M|Mat|MB|Med|Or|P|Par|' +
  'Pd|Phil|Pi|Ps|Psi|Psy|Pt|PWK|S|Sc|SDA|Si|SI|Sn|Sos|ST|Stat|STP|Sy|T|TP|Th'
const more = 'AUD|E|Gz|H|I|K|Keb|Kep|Kes|Kom|M|MK|P|Par|SD|Sos|Sy|T'
/** Degrees of Indonesian names, exactly as they are written: "S.Pd", "S.Tr.Kom", "A.Md.Keb", "Sp.OG", "Ph.D". */
const degrees = [
  `[SMBD]\\.(?:Tr\\.)?(?:${fields})(?:\\.(?:${more}))?`,
  `A\\.Md(?:\\.(?:${more}))?`,
  '(?:Ph|Ed|Th|Psy)\\.D',
  '(?:Dr|Dipl)\\.(?:Eng|Ing)',
  // Titles before a name, without a space between them.
  '(?:Prof|Drs?|Dra|Ir)\\.(?:Drs?|Dra|Hj?)',
  'Sp\\.(?:A|Ak|An|And|B|BA|BM|BP|BS|BTKV|DV|Em|F|FK|FM|GK|JP|KFR|KG|KGA|KJ|KK|KKLP|KL|KN|KO|KP|LK|M|MK|N|OG|OK|Onk|Ort|OT|P|PA|PD|Perio|PK|PM|PMK|Pros|Rad|RKG|RM|S|T|THT|U)' +
    '(?:\\.(?:Rad|KL))?(?:-\\p{Lu}{2,6})?',
  'ASEAN\\.Eng',
]
/** Last parts of domains that are sold to anybody. */
const sold =
  'Com|Net|Org|Id|Co|Io|Me|App|Dev|Xyz|Info|Biz|Site|Shop|Store|Link|Click|Top|Live|Web|My|Sg|Us|Uk|Eu|Ru|Cn|In|To|Ly|Ai|Tv|Cc|Gg|Is|It|De|Fr|Nl|Au|Jp|Asia|Pro|Name|Mobi|Club|Vip|Win|Bid|Bet|Fun|Art|Life|News|Blog|Page|Team|Work|Wiki|Zip|Mov|Gift|Cash|Loan'
/** Degrees that stand in no list, by their shape: a letter or two and a short field, "M.Biotek", "S.Akun", "M.M.Pd". */
const otherDegrees = String.raw`\p{Lu}\.(?:\p{Lu}\.)?\p{Lu}\p{Ll}{1,7}(?:\.\p{Lu}\p{Ll}{0,5}){0,2}(?<!\.(?:${sold}))`
const word = String.raw`[\p{L}\p{M}\p{N}_-]`
const titles = `(?:${[...degrees, initials, otherDegrees].join('|')})`
const titlesOrDots = new RegExp(
  String.raw`(?<!${word}|\.)(${titles}(?:\.${titles})*)(?!\.?${word})|([.。．｡])(?=[^\s\p{P}])`,
  'gu',
)

/**
 * A name, so that mail clients do not turn a part of it into a link: anyone can sign up with a foreign address and a name like
 * "Menang di jahat.example". Spaces break URLs, domains and addresses apart. Titles stay whole, because nobody gets a domain of one letter.
 */
export const withoutLinks = (name: string): string =>
  name
    .replaceAll(/[:/\\@]+/g, ' ')
    .replaceAll(titlesOrDots, (_, title?: string, dot = '') => title ?? `${dot} `)
    .replaceAll(/ {2,}/g, ' ')
    .trim()
