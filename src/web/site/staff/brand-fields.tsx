import { useWatch } from 'react-hook-form'
import {
  accentContrast,
  accentProblem,
  accentShades,
  formatContrast,
  legibleAccent,
} from '#contract/site/accent-colour.ts'
import type { SettingsInput, SettingsValues } from '#contract/site/settings.ts'
import { FormSection } from '#web/kit/staff/form/form-section.tsx'
import { PictureField } from '#web/kit/staff/form/picture-field.tsx'
import type { ContractForm } from '#web/kit/staff/form/use-contract-form.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { TextField } from '#web/kit/ui/field.tsx'

const defaultAccent = '#3547b4'
const isColour = (text: string) => /^#[0-9a-f]{6}$/i.test(text.trim())

type Props = { form: ContractForm<SettingsValues, SettingsInput> }

/** The logo and the accent colour; without them the site has its own. */
export function BrandFields({ form }: Props) {
  const logo = useWatch({ control: form.control, name: 'logo' }) ?? null
  return (
    <FormSection
      title="Tampilan"
      text="Logo dan warna di semua halaman, email, sertifikat, dan invoice baru. Peramban bisa menyimpan ikon lama sampai sehari."
    >
      <PictureField
        label="Logo"
        shape="square"
        value={logo}
        fallback="/favicon.svg"
        hint="Persegi dengan latar transparan, minimal 96 × 96 piksel."
        error={form.formState.errors.logo?.message}
        onChange={(value) => form.setValue('logo', value, { shouldDirty: true, shouldValidate: true })}
      />
      <AccentField form={form} />
    </FormSection>
  )
}

function AccentField({ form }: Props) {
  const accent = useWatch({ control: form.control, name: 'accent' }) ?? null
  const error = form.formState.errors.accent?.message
  const set = (value: string | null) => form.setValue('accent', value, { shouldDirty: true, shouldValidate: true })
  const colour = accent !== null && isColour(accent) ? accent.trim().toLowerCase() : null

  return (
    <div>
      <div className="flex items-start gap-3">
        <TextField
          className="flex-1"
          label="Warna aksen"
          spellCheck={false}
          autoCapitalize="none"
          placeholder={defaultAccent}
          hint={colour ? contrastText(colour) : 'Kosong: warna bawaan. Dipakai untuk tombol, tautan, dan bidang gelap.'}
          error={error}
          {...form.register('accent', {
            setValueAs: (typed: string | null) => (typed === null || typed.trim() === '' ? null : typed),
          })}
        />
        <input
          type="color"
          aria-label="Pilih warna aksen"
          value={colour ?? defaultAccent}
          onChange={(event) => set(event.currentTarget.value)}
          className="mt-7 h-12 w-14 shrink-0 rounded-field border border-border bg-surface p-1"
        />
      </div>
      {colour && <Preview accent={legibleAccent(colour)} />}
      <div className="mt-2 flex flex-wrap gap-2">
        {colour && accentProblem(colour) && (
          <Button type="button" variant="outline" size="sm" onClick={() => set(legibleAccent(colour))}>
            Pakai {legibleAccent(colour)}
          </Button>
        )}
        {accent !== null && (
          <Button type="button" variant="ghost" size="sm" onClick={() => set(null)}>
            Kembalikan warna bawaan
          </Button>
        )}
      </div>
    </div>
  )
}

function contrastText(colour: string): string {
  const { light, dark } = accentContrast(colour)
  return `Kontras ${formatContrast(light)} di tema terang, ${formatContrast(dark)} di tema gelap.`
}

/** How a button looks in both themes. An SVG, because the page policy allows no style attributes. */
function Preview({ accent }: { accent: string }) {
  const { light, dark } = accentShades(accent)
  const themes = [
    { name: 'Terang', background: '#fbfaf6', shades: light },
    { name: 'Gelap', background: '#11131d', shades: dark },
  ]
  return (
    <svg
      role="img"
      aria-label="Contoh tombol di tema terang dan gelap"
      viewBox="0 0 320 64"
      className="mt-4 w-full max-w-80 rounded-field border border-line"
    >
      {themes.map(({ name, background, shades }, index) => (
        <g key={name} transform={`translate(${index * 160} 0)`} fontSize="15" fontWeight="700" textAnchor="middle">
          <rect width="160" height="64" fill={background} />
          <rect x="24" y="12" width="112" height="40" rx="12" fill={shades.accent} />
          <text x="80" y="37" fill={shades.onAccent}>
            {name}
          </text>
        </g>
      ))}
    </svg>
  )
}
