import { fileURLToPath } from 'node:url'
import { createElement as h, type ReactElement } from 'react'
import {
  Document,
  Font,
  G,
  Image,
  Link,
  Page,
  Path,
  Rect,
  renderToBuffer,
  Svg,
  Text,
  View,
  type DocumentProps,
  type TextProps,
} from '@react-pdf/renderer'
import type { Certificate } from '#contract/learning/certificates.ts'
import { proofToken } from '#server/learning/certificates/signing-proof.ts'
import { fontsFor, measureWith, toDraw, type TextFonts, drawQr } from '#server/platform/drawing/index.ts'
import { fitText } from './fit-text.ts'

// An A4 page in landscape, in points.
const sheet = { width: 842, height: 595 }
const band = 84
const textWidth = sheet.width - band - 56 - 56
const colors = {
  mori: '#fbfaf6',
  ink: '#191b29',
  muted: '#5e6173',
  line: '#e4e0d5',
  nila: '#3547b4',
  night: '#151c4f',
  kunyit: '#f7b32b',
}

// One tile of the kawung batik pattern, 40 units wide.
const petals =
  'M19 19C10 18 3 13 3 3c10 0 15 7 16 16zM21 19c1-9 6-16 16-16 0 10-7 15-16 16zM21 21c9 1 16 6 16 16-10 0-15-7-16-16zM19 21c-1 9-6 16-16 16 0-10 7-15 16-16z'
const mark = 'M25 19.5V25H13a6 6 0 0 1-6-6v-6a6 6 0 0 1 6-6h12v5h-4v2.5h-4V17h-4v2.5z'

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
export type Issuer = { siteName: string; logo: Uint8Array | null; url: string }

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
  })
  return renderToBuffer(certificatePage(certificate, issuer, prepared))
}

type Families = { medium: string[]; bold: string[] }
type Measure = (text: string) => number
type Texts = { name: string; course: string; instructor: string; siteName: string }

function certificatePage(
  certificate: Certificate,
  { siteName, logo, url }: Issuer,
  { texts, families, measure }: { texts: Texts; families: Families; measure: Measure },
): ReactElement<DocumentProps> {
  // Room for letters of other scripts, which reach further up and down than Latin ones.
  const lineHeight = 1.5
  const bold = { fontWeight: 800, fontFamily: ['Jakarta', 'Jakarta Ext', ...families.bold] }
  const name = fitText(texts.name, { width: textWidth, largest: 44, smallest: 24, measure })
  const course = fitText(texts.course, { width: textWidth, largest: 24, smallest: 15, measure })
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
          text({ ...muted, marginTop: 22 }, 'Diberikan kepada'),
          text({ ...bold, fontSize: name.size, marginTop: 4, lineHeight }, name.text),
          h(View, { style: { width: 72, height: 4, backgroundColor: colors.kunyit, marginTop: 14, marginBottom: 16 } }),
          text(muted, finishedWhat(certificate)),
          text({ ...bold, fontSize: course.size, marginTop: 4, lineHeight }, course.text),
          !certificate.path &&
            text(
              { ...muted, marginTop: 6 },
              `bersama ${fitText(texts.instructor, { width: textWidth - 60, largest: 12, smallest: 12, measure }).text}`,
            ),
        ),
        footer(certificate, url),
      ),
    ),
  )
}

const finishedWhat = ({ lessonCount, path }: Certificate): string =>
  path
    ? `yang telah menyelesaikan ${path.steps.length} kelas di jalur belajar`
    : `yang telah menyelesaikan ${lessonCount} materi di kelas`

function cloth() {
  const tile = band / 2
  const rows = Math.ceil(sheet.height / tile)
  const tiles = Array.from({ length: rows * 2 }, (_, index) => ({
    x: (index % 2) * tile,
    y: Math.floor(index / 2) * tile,
  }))
  return h(
    Svg,
    {
      width: band,
      height: sheet.height,
      viewBox: `0 0 ${band} ${sheet.height}`,
      style: { position: 'absolute', left: 0, top: 0 },
    },
    h(Rect, { x: 0, y: 0, width: band, height: sheet.height, fill: colors.night }),
    ...tiles.map(({ x, y }, index) =>
      h(
        G,
        { key: index, transform: `translate(${x} ${y}) scale(${tile / 40})` },
        h(Path, {
          d: petals,
          fill: (index + Math.floor(index / 2)) % 5 === 0 ? colors.kunyit : '#5566cc',
          fillOpacity: 0.8,
        }),
      ),
    ),
  )
}

function brand(siteName: string, logo: Uint8Array | null, bold: { fontWeight: number; fontFamily: string[] }) {
  return h(
    View,
    { style: { flexDirection: 'row', alignItems: 'center' } },
    logo
      ? h(Image, { src: Buffer.from(logo), style: { width: 30, height: 30 } })
      : h(
          Svg,
          { width: 30, height: 30, viewBox: '0 0 32 32' },
          h(Rect, { width: 32, height: 32, rx: 9, fill: colors.night }),
          h(Path, { d: mark, fill: colors.kunyit }),
        ),
    h(Text, { style: { ...bold, marginLeft: 10, fontSize: 19, letterSpacing: -0.6 } }, siteName),
  )
}

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

function qrCode(url: string) {
  const { size, dark } = drawQr(url)
  return h(
    Svg,
    { width: 92, height: 92, viewBox: `0 0 ${size} ${size}` },
    h(Rect, { width: size, height: size, fill: '#ffffff' }),
    h(Path, { d: dark, fill: colors.ink }),
  )
}
