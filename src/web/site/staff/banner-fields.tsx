import { bannerPhase, type BannerPhase, type BannerSettings } from '#contract/site/banner.ts'
import { paths } from '#contract/kit/paths.ts'
import { unknownPromoCode, type SettingsInput, type SettingsValues } from '#contract/site/settings.ts'
import type { ContractForm } from '#web/kit/staff/form/use-contract-form.ts'
import { useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { dayMs } from '#contract/kit/durations.ts'
import { MoneyField } from '#web/kit/staff/form/money-field.tsx'
import { fromLocalInput, toLocalInput } from '#web/kit/staff/local-input.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { CheckboxField, TextField } from '#web/kit/ui/field.tsx'
import { FormSection } from '#web/kit/staff/form/form-section.tsx'

const offer = { listPrice: 2_500_000, price: 89_000, promoCode: 'REMOTE' }
const noOffer = { listPrice: null, price: null, promoCode: null }

/** Default values of a new campaign: five days from now. */
function newCampaign() {
  const now = Date.now()
  return {
    enabled: true,
    label: "TODAY'S SALE",
    ...offer,
    startsAt: new Date(now).toISOString(),
    endsAt: new Date(now + 5 * dayMs).toISOString(),
  }
}

/** Fields of the announcement bar: text, prices, code, period, and whether it is shown. */
export function BannerFields({ form }: { form: ContractForm<SettingsValues, SettingsInput> }) {
  const announcement = useWatch({ control: form.control, name: 'announcement' })
  const errors = form.formState.errors.announcement
  const set = (value: BannerSettings | null) => form.setValue('announcement', value, { shouldDirty: true })

  if (!announcement) {
    return (
      <FormSection title="Pengumuman" text="Bilah di atas semua halaman.">
        <p className="text-ink-2">Belum ada yang diumumkan.</p>
        <Button type="button" variant="outline" className="justify-self-start" onClick={() => set(newCampaign())}>
          Buat pengumuman
        </Button>
      </FormSection>
    )
  }

  return (
    <FormSection
      title="Pengumuman"
      text="Bilah di atas semua halaman. Yang sudah menutupnya tidak melihatnya lagi, sampai kode atau tanggal mulainya berganti."
    >
      <CheckboxField
        label="Tampilkan pengumuman"
        hint={phaseText(announcement)}
        {...form.register('announcement.enabled')}
      />
      <TextField label="Teks" required {...form.field('announcement.label')} />
      <CheckboxField
        label="Dengan harga dan kode promo"
        hint="Tanpa ini hanya teksnya yang tampil, misalnya “Libur Lebaran”."
        checked={announcement.promoCode !== null}
        onChange={(event) => set({ ...announcement, ...(event.currentTarget.checked ? offer : noOffer) })}
      />
      {announcement.promoCode !== null && <OfferFields form={form} code={announcement.promoCode} />}
      <div className="grid gap-5 sm:grid-cols-2">
        <DateField
          form={form}
          name="startsAt"
          label="Mulai"
          value={announcement.startsAt}
          error={errors?.startsAt?.message}
        />
        <DateField
          form={form}
          name="endsAt"
          label="Selesai"
          value={announcement.endsAt}
          error={errors?.endsAt?.message}
        />
      </div>
      <Button type="button" variant="ghost" className="justify-self-start text-mengkudu!" onClick={() => set(null)}>
        Hapus pengumuman
      </Button>
    </FormSection>
  )
}

function OfferFields({ form, code }: { form: ContractForm<SettingsValues, SettingsInput>; code: string }) {
  const errors = form.formState.errors.announcement
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <MoneyField label="Harga awal" required control={form.control} name="announcement.listPrice" />
        <MoneyField label="Harga promo" required control={form.control} name="announcement.price" />
      </div>
      <div>
        <TextField
          label="Kode promo"
          required
          autoCapitalize="characters"
          spellCheck={false}
          hint="Potongannya sendiri diatur di halaman Kode promo; kode ini hanya ditampilkan."
          {...form.field('announcement.promoCode')}
        />
        {errors?.promoCode?.message === unknownPromoCode && (
          <Link
            to={`${paths.adminPromoCodes()}#baru=${encodeURIComponent(code.trim().toUpperCase())}`}
            target="_blank"
            className="inline-flex min-h-11 items-center font-semibold text-nila underline underline-offset-2"
          >
            Buat kode {code.trim().toUpperCase()} (tab baru)
          </Link>
        )}
      </div>
    </>
  )
}

type DateFieldProps = {
  form: ContractForm<SettingsValues, SettingsInput>
  name: 'startsAt' | 'endsAt'
  label: string
  value: string
  error: string | undefined
}

function DateField({ form, name, label, value, error }: DateFieldProps) {
  return (
    <TextField
      label={label}
      required
      type="datetime-local"
      hint="Waktu Indonesia Barat (WIB)."
      value={toLocalInput(value)}
      onChange={(event) =>
        form.setValue(`announcement.${name}`, fromLocalInput(event.currentTarget.value), {
          shouldDirty: true,
          shouldValidate: form.formState.isSubmitted,
        })
      }
      error={error}
    />
  )
}

const phaseTexts: Record<BannerPhase, string> = {
  off: 'Sekarang tidak tampil.',
  upcoming: 'Tampil begitu tanggal mulainya tiba.',
  running: 'Tampil di situs setelah disimpan.',
  over: 'Sudah berakhir: tidak tampil lagi.',
}

const phaseText = (announcement: BannerSettings): string => phaseTexts[bannerPhase(announcement, new Date())]
