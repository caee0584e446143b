import { fileURLToPath } from 'node:url'
import { createElement as h, type ReactElement } from 'react'
import {
  Document,
  Font,
  Image,
  Link,
  Page,
  renderToBuffer,
  Text,
  View,
  type DocumentProps,
  type TextProps,
} from '@react-pdf/renderer'
import type { Certificate } from '#contract/learning/certificates.ts'
import { proofToken } from '#server/learning/certificates/signing-proof.ts'
import { fontsFor, measureWith, toDraw, type TextFonts } from '#server/platform/drawing/index.ts'
import { countLines, fitHeight } from './fit-page.ts'
import { fitText } from './fit-text.ts'
import { band, brand, cloth, colors, qrCode, sheet, textWidth } from './pdf-parts.ts'

const longDate = new Intl.DateTimeFormat('id-ID', { dateStyle: 'long', timeZone: 'Asia/Jakarta' })
const font = (part: string, weight: number) => ({
  src: fileURLToPath(new URL(`./jakarta-${part}-${weight}.ttf`, import.meta.url)),
  fontWeight: weight,
})

Font.register({ family: 'Jakarta', fonts: [font('latin', 500), font('latin', 800)] })
Font.register({ family: 'Jakarta Ext', fonts: [font('latin-ext', 500), font('latin-ext', 800)] })
// Disables hyphenation, so that names are not split.
Font.registerHyphenationCallback((word) => [word])

/** `url` is the URL of the certificate's public page, which the QR code contains; `logo` is a PNG, or null for the default one. */
export type Issuer = {
  siteName: string
  logo: Uint8Array | null
  /** PNGs of the signers, in their order. */
  signatures?: readonly (Uint8Array | null)[]
  url: string
}

/** Families with the characters that the fonts of the page lack, for these texts; and the texts without what no font has. */
async function prepareTexts<Texts extends Record<string, string>>(
  texts: Texts,
): Promise<{ families: Families; texts: Texts; measure: Measure }> {
  const all = Object.values(texts).join(' ')
  const [medium, bold] = await Promise.all([fontsFor(all, 500), fontsFor(all, 800)])
  const register = ({ fonts }: TextFonts) =>
    fonts.map(({ id, bytes }) => {
      const family = `Text ${id}`
      if (!Font.getRegisteredFontFamilies().includes(family))
        Font.register({ family, src: `data:font/ttf;base64,${Buffer.from(bytes).toString('base64')}` })
      return family
    })
  const missing = new Set(medium.missing)
  const clean = (text: string) =>
    [...toDraw(text)]
      .filter((character) => !missing.has(character))
      .join('')
      .trim()
  return {
    // The widest of both weights.
    measure: await measureWith(bold),
    families: { medium: register(medium), bold: register(bold) },
    texts: Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, clean(text)])) as Texts,
  }
}

/** One A4 page. */
export async function renderCertificatePdf({
  certificate,
  issuer,
}: {
  certificate: Certificate
  issuer: Issuer
}): Promise<Buffer> {
  const prepared = await prepareTexts({
    name: certificate.name,
    course: certificate.title,
    instructor: certificate.instructor.name,
    siteName: issuer.siteName,
    ...Object.fromEntries(
      certificate.signers.flatMap(({ name, title }, index) => [
        [`signer${index}`, name],
        [`title${index}`, title],
      ]),
    ),
    covered: describeCovered(certificate),
  })
  return renderToBuffer(certificatePage(certificate, issuer, prepared))
}

type Families = { medium: string[]; bold: string[] }
type Measure = (text: string) => number
type Texts = { name: string; course: string; instructor: string; siteName: string; covered: string } & Partial<
  Record<`signer${number}` | `title${number}`, string>
>

function certificatePage(
  certificate: Certificate,
  { siteName, logo, signatures = [], url }: Issuer,
  { texts, families, measure }: { texts: Texts; families: Families; measure: Measure },
): ReactElement<DocumentProps> {
  const bold = { fontWeight: 800, fontFamily: ['Jakarta', 'Jakarta Ext', ...families.bold] }
  const name = fitText(texts.name, { width: textWidth, largest: 44, smallest: 24, measure })
  const course = fitText(texts.course, { width: textWidth, largest: 24, smallest: 15, measure })
  const instructor = fitText(texts.instructor, { width: textWidth - 60, largest: 12, smallest: 12, measure }).text
  const signers = certificate.signers.map((_, index) => ({
    name: texts[`signer${index}`] ?? '',
    title: texts[`title${index}`] ?? '',
    picture: signatures[index] ?? null,
  }))
  const details = { hours: certificate.hours, covered: texts.covered, signers }
  const scale = scaleOf(
    {
      name: { text: texts.name, size: name.size },
      course: { text: texts.course, size: course.size },
      instructor,
      details,
    },
    measure,
  )
  const text = (style: NonNullable<TextProps['style']>, ...words: string[]) => h(Text, { style }, words.join(''))
  const muted = { fontSize: 12, color: colors.muted }
  return h(
    Document,
    {
      title: `Sertifikat ${certificate.title}`,
      author: siteName,
      subject: certificate.name,
      language: 'id',
      creationDate: new Date(certificate.issuedAt),
      // The verifier reads the proof from the PDF's keywords.
      keywords: proofToken(certificate),
    },
    h(
      Page,
      {
        size: 'A4',
        orientation: 'landscape',
        style: {
          backgroundColor: colors.mori,
          fontFamily: ['Jakarta', 'Jakarta Ext', ...families.medium],
          fontWeight: 500,
          color: colors.ink,
        },
      },
      cloth(),
      h(
        View,
        {
          style: {
            position: 'absolute',
            left: band + 56,
            top: 48,
            width: textWidth,
            bottom: 44,
            justifyContent: 'space-between',
          },
        },
        brand(texts.siteName, logo, bold),
        h(
          View,
          null,
          text({ fontSize: 13, fontWeight: 800, color: colors.nila, letterSpacing: 2.4 }, 'SERTIFIKAT PENYELESAIAN'),
          text({ ...muted, marginTop: 22 * scale }, 'Diberikan kepada'),
          text(
            { ...bold, fontSize: name.size * scale, marginTop: 4, lineHeight },
            fixed(texts.name, textWidth, name.size * scale, measure),
          ),
          h(View, {
            style: {
              width: 72,
              height: 4,
              backgroundColor: colors.kunyit,
              marginTop: 14 * scale,
              marginBottom: 16 * scale,
            },
          }),
          text(muted, finishedWhat(certificate)),
          text(
            { ...bold, fontSize: course.size * scale, marginTop: 4, lineHeight },
            fixed(texts.course, textWidth, course.size * scale, measure),
          ),
          !certificate.path && text({ ...muted, marginTop: 6 * scale }, `bersama ${instructor}`),
          details.hours !== null &&
            text(
              { fontSize: 11, fontWeight: 800, lineHeight: 1.3, marginTop: 8 * scale },
              `Beban belajar ${details.hours} JP`,
            ),
          details.covered !== '' &&
            text(
              { fontSize: sizes.covered * scale, lineHeight: 1.4, marginTop: 6 * scale, color: colors.muted },
              fixed(details.covered, textWidth, sizes.covered * scale, measure),
            ),
        ),
        signers.length > 0 && signerRow(signers, { scale, bold, measure }),
        footer(certificate, url),
      ),
    ),
  )
}

// Room for letters of other scripts, which reach further up and down than Latin ones.
const lineHeight = 1.5
const sizes = { covered: 10, signer: 11, title: 9, picture: 36 }
const signerWidth = (textWidth - 24) / 2
/** Between the margins, without the logo, the footer and what separates them. */
const room = sheet.height - 48 - 44 - 30 - 112 - 24

type Signer = { name: string; title: string; picture: Uint8Array | null }
type Details = { hours: number | null; covered: string; signers: readonly Signer[] }
type Fitted = { text: string; size: number }

const fixed = (text: string, width: number, size: number, measure: Measure): string =>
  fitText(text, { width, largest: size, smallest: size, measure }).text

/** How much smaller everything is, so that the longest texts are on one page. */
function scaleOf(
  { name, course, instructor, details }: { name: Fitted; course: Fitted; instructor: string; details: Details },
  measure: Measure,
): number {
  const { hours, covered, signers } = details
  if (hours === null && covered === '' && signers.length === 0) return 1
  const height = (text: string, width: number, size: number, factor: number) =>
    countLines(fixed(text, width, size, measure), width / size, measure) * size * factor
  return fitHeight(room, (scale) => {
    const heads = 17 + 22 * scale + 16 + 4 + 30 * scale + 4 + 16 + 4
    const named = height(name.text, textWidth, name.size * scale, lineHeight)
    const titled = height(course.text, textWidth, course.size * scale, lineHeight)
    const taught = 6 * scale + height(`bersama ${instructor}`, textWidth, 12, 1.35)
    const counted = hours === null ? 0 : 8 * scale + 11 * 1.3
    const learnt = covered === '' ? 0 : 6 * scale + height(covered, textWidth, sizes.covered * scale, 1.4)
    const signed = signers.map(
      (signer) =>
        height(signer.name, signerWidth, sizes.signer * scale, 1.4) +
        height(signer.title, signerWidth, sizes.title * scale, 1.4),
    )
    const pictures = signers.some(({ picture }) => picture) ? sizes.picture : 0
    return heads + named + titled + taught + counted + learnt + pictures + Math.max(0, ...signed)
  })
}

function signerRow(
  signers: readonly Signer[],
  { scale, bold, measure }: { scale: number; bold: { fontWeight: number; fontFamily: string[] }; measure: Measure },
) {
  const hasPictures = signers.some(({ picture }) => picture)
  return h(
    View,
    { style: { flexDirection: 'row' } },
    ...signers.map(({ name, title, picture }, index) =>
      h(
        View,
        { key: index, style: { width: signerWidth, marginRight: index === 0 ? 24 : 0 } },
        picture
          ? h(Image, {
              src: Buffer.from(picture),
              style: { height: sizes.picture, maxWidth: 150, objectFit: 'contain', objectPosition: 'left bottom' },
            })
          : hasPictures && h(View, { style: { height: sizes.picture } }),
        h(
          Text,
          { style: { ...bold, fontSize: sizes.signer * scale, lineHeight: 1.4 } },
          fixed(name, signerWidth, sizes.signer * scale, measure),
        ),
        h(
          Text,
          { style: { fontSize: sizes.title * scale, lineHeight: 1.4, color: colors.muted } },
          fixed(title, signerWidth, sizes.title * scale, measure),
        ),
      ),
    ),
  )
}

/** The courses of a path, or the competences of a course; empty for neither. */
function describeCovered({ path, competences }: Certificate): string {
  if (path) return `Kelas: ${path.steps.join(' · ')}`
  return competences.length > 0 ? `Kompetensi: ${competences.join(' · ')}` : ''
}

const finishedWhat = ({ lessonCount, path }: Certificate): string =>
  path
    ? `yang telah menyelesaikan ${path.steps.length} kelas di jalur belajar`
    : `yang telah menyelesaikan ${lessonCount} materi di kelas`

function footer(certificate: Certificate, url: string) {
  const small = { fontSize: 8.5, color: colors.muted, lineHeight: 1.5 }
  return h(
    View,
    { style: { flexDirection: 'row', justifyContent: 'space-between', alignItems: 'flex-end' } },
    h(
      View,
      { style: { maxWidth: 460 } },
      h(Text, { style: { fontSize: 13, fontWeight: 800 } }, longDate.format(new Date(certificate.issuedAt))),
      h(Text, { style: { ...small, marginTop: 8 } }, `No. ${certificate._id}`),
      h(Text, { style: small }, `Tanda tangan Ed25519, kunci ${certificate.proof.keyId}`),
      h(Link, { src: url, style: { ...small, color: colors.nila, textDecoration: 'none' } }, url),
    ),
    h(
      View,
      { style: { alignItems: 'center' } },
      qrCode(url),
      h(Text, { style: { ...small, marginTop: 4 } }, 'Pindai untuk memeriksa'),
    ),
  )
}
