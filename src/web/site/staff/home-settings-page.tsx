import { useLoaderData, useRevalidator, useRouteLoaderData } from 'react-router'
import { useWatch } from 'react-hook-form'
import { formatShortDateTime } from '#contract/kit/days.ts'
import { settingsInput, type SettingsValues, type ShownSettings } from '#contract/site/settings.ts'
import type { Site } from '#contract/site/site.ts'
import { useApi } from '#web/identity/index.ts'
import { StaffForm } from '#web/kit/staff/form/staff-form.tsx'
import { useContractForm } from '#web/kit/staff/form/use-contract-form.ts'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { ButtonLink } from '#web/kit/ui/button.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { Faq } from '#web/site/home/faq.tsx'
import { Hero } from '#web/site/home/hero.tsx'
import { Privileges } from '#web/site/home/privileges.tsx'
import { TechMarquee } from '#web/site/home/tech-marquee.tsx'
import { paths } from '#contract/kit/paths.ts'
import { BenefitRows } from './benefit-rows.tsx'
import { FaqRows } from './faq-rows.tsx'
import { GroupFields, HeroFields, TickerField, type HomeForm } from './home-fields.tsx'

export const createLoader = staffLoader(async (api) => (await api.authenticated.settings.showSettings()).data)

/** Texts and pictures of the home page, with a preview. */
export function Page() {
  const settings = useLoaderData<ReturnType<typeof createLoader>>()
  return (
    <StaffPage
      title="Beranda"
      lead={
        settings.updatedAt
          ? `Pengaturan terakhir disimpan ${formatShortDateTime(settings.updatedAt)}. Perubahan langsung tampil di situs.`
          : 'Perubahan langsung tampil di situs.'
      }
      actions={
        <ButtonLink to={paths.home()} variant="outline">
          Lihat beranda
        </ButtonLink>
      }
    >
      <Form settings={settings} />
    </StaffPage>
  )
}

function Form({ settings }: { settings: ShownSettings }) {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const { updatedAt: _, version, ...values } = settings
  const form = useContractForm((typed: SettingsValues) => settingsInput['~standard'].validate({ ...typed, version }), {
    values,
    version,
    draft: 'home',
    save: (input, typedOver) => authenticated.settings.saveSettings({ ...input, version: typedOver }),
    onSaved: async ({ message }) => {
      toast.success(message ?? 'Pengaturan tersimpan.')
      await revalidate()
    },
  })
  return (
    <>
      <StaffForm form={form} submitLabel="Simpan">
        <HeroFields form={form} />
        <TickerField key={`ticker ${form.round}`} form={form} />
        <BenefitRows form={form} />
        <FaqRows form={form} />
        <GroupFields form={form} />
      </StaffForm>
      <Preview form={form} shown={settings} />
    </>
  )
}

/** The home page with what is in the fields. Nothing in it can be pressed. */
function Preview({ form, shown }: { form: HomeForm; shown: ShownSettings }) {
  const [hero = shown.hero, ticker = shown.ticker, benefits = shown.benefits, faq = shown.faq] = useWatch({
    control: form.control,
    name: ['hero', 'ticker', 'benefits', 'faq'],
  })
  const site = (useRouteLoaderData('site') as { site: Site } | undefined)?.site
  return (
    <section aria-labelledby="pratinjau" className="mt-10">
      <h2 id="pratinjau" className="text-xl font-bold">
        Pratinjau
      </h2>
      <p className="mt-1 mb-3 text-sm text-ink-3">
        Dengan isian di atas, juga yang belum disimpan. Kelas pilihan dan topik menyusul di beranda.
      </p>
      <div inert className="overflow-hidden rounded-card border border-line bg-bg">
        <Hero hero={hero} claim={site?.claim ?? ''} courseCount={0} Heading="p" />
        <TechMarquee ticker={ticker.map((name) => ({ name, logo: null }))} />
        <Privileges benefits={benefits} />
        <Faq questions={faq} contact={site?.contact} />
      </div>
    </section>
  )
}
