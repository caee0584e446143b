import { useState, type ReactNode } from 'react'
import * as z from 'zod/mini'
import { httpsLink } from '#contract/kit/https-link.ts'
import { data, useLoaderData, useNavigate, useRouteLoaderData, type LoaderFunctionArgs } from 'react-router'
import { registerContract } from '#contract/client.ts'
import type { Category } from '#contract/catalog/catalog.ts'
import {
  applicationInput,
  ownApplicationContract,
  type ApplicationInput,
  type OwnApplication,
} from '#contract/instructors/applications.ts'
import { formatDateTime } from '#contract/kit/days.ts'
import { paths } from '#contract/kit/paths.ts'
import { isStaff } from '#contract/kit/roles.ts'
import { load, publicPage, useApi, useSession, withLogin, type Api } from '#web/identity/index.ts'
import { failureText } from '#web/identity/sign-in/failure-text.ts'
import { identityText } from '#web/identity/sign-in/text.ts'
import { useForm } from '#web/identity/sign-in/use-form.ts'
import { useRemote } from '#web/kit/ui/behaviour/use-remote.ts'
import { Button, ButtonLink } from '#web/kit/ui/button.tsx'
import { LoadFailure } from '#web/kit/ui/feedback/load-failure.tsx'
import { Spinner } from '#web/kit/ui/feedback/spinner.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { FieldError, FormError, TextAreaField, TextField } from '#web/kit/ui/field.tsx'
import { PageHead, useSiteName } from '#web/kit/ui/page-head.tsx'

registerContract({ ownApplication: ownApplicationContract })

/** A link that is left empty is none. */
const textFields = z.object({
  headline: applicationInput.shape.headline,
  about: applicationInput.shape.about,
  sampleUrl: z.union([
    z.pipe(
      z.literal(''),
      z.transform(() => null),
    ),
    httpsLink,
  ]),
})
type TextFields = z.output<typeof textFields>

export const createApplyLoader =
  (api: Api) =>
  ({ request }: LoaderFunctionArgs) =>
    load(api, request, publicPage('Halaman ini belum bisa ditampilkan. Coba lagi.'), async () => {
      const { instructorApplications } = (await api.anonymous.site.showSite()).data
      // oxlint-disable-next-line typescript/only-throw-error -- a loader sets the status by throwing data()
      if (!instructorApplications) throw data(null, { status: 404 })
      return { isOpen: instructorApplications }
    })

/** Asking to teach: what it takes, the form, and the answer. */
export function ApplyPage() {
  useLoaderData<ReturnType<typeof createApplyLoader>>()
  const siteName = useSiteName()
  return (
    <div className="wrap py-8 pb-16 xl:py-12">
      <PageHead
        title="Jadi instruktur"
        description={`Ajarkan keahlianmu di ${siteName}. Ajukan diri, kami baca, lalu buat kelas pertamamu.`}
        canonicalPath={paths.becomeInstructor()}
      />
      <div className="max-w-[720px]">
        <h1 className="text-h1 font-extrabold">Jadi instruktur</h1>
        <p className="mt-3 text-lg text-ink-2">
          Ajarkan keahlianmu di {siteName}. Kamu menulis kelasnya, kami mengurus pembayaran, sertifikat, dan undangan ke
          siswa.
        </p>
        <ol className="mt-6 grid gap-2 text-ink-2">
          <li>1. Ceritakan siapa kamu dan apa yang mau kamu ajarkan.</li>
          <li>2. Kami membacanya dan menjawab lewat email.</li>
          <li>3. Setelah diterima, kamu langsung bisa membuat kelas.</li>
        </ol>
        <section
          aria-label="Pengajuan"
          className="mt-8 rounded-card border border-line bg-surface p-5 shadow-card md:p-7"
        >
          <Application />
        </section>
      </div>
    </div>
  )
}

function Application() {
  const session = useSession()
  if (session.status === 'unknown') return <Spinner />
  if (session.status === 'signed-out')
    return (
      <Answer title="Masuk dulu" text="Pengajuan memakai akunmu, supaya kami tahu ke mana menjawab.">
        <ButtonLink to={paths.signIn({ next: paths.becomeInstructor() })}>Masuk</ButtonLink>
        <ButtonLink variant="outline" to={paths.signUp({ next: paths.becomeInstructor() })}>
          Daftar
        </ButtonLink>
      </Answer>
    )
  const { user } = session.session
  if (isStaff(user.role))
    return (
      <Answer title="Kamu sudah bisa mengajar di sini" text="Buat kelas berikutnya kapan saja.">
        <ButtonLink to={paths.adminCourses()}>Kelola kelas</ButtonLink>
      </Answer>
    )
  return <OwnApplicationState userId={user._id} />
}

function OwnApplicationState({ userId }: { userId: string }) {
  const { authenticated } = useApi()
  const [saved, setSaved] = useState<OwnApplication | null>(null)
  const [isWithdrawing, setWithdrawing] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const remote = useRemote(
    userId,
    async (signal) => (await authenticated.ownApplication.showMyApplication(undefined, { signal })).data,
  )
  const own = saved ?? remote.data
  if (!own)
    return remote.status === 'failed' ? (
      <LoadFailure onRetry={remote.reload}>Pengajuanmu belum bisa dimuat.</LoadFailure>
    ) : (
      <Spinner />
    )

  async function withdraw() {
    setWithdrawing(true)
    setFailure(null)
    try {
      const { data: after, message } = await withLogin(() => authenticated.ownApplication.withdrawApplication())
      toast.success(message ?? 'Pengajuanmu ditarik.')
      setSaved(after)
    } catch (problem) {
      setFailure(failureText(problem, 'Belum bisa ditarik. Coba lagi.', identityText.connectionFailed))
    } finally {
      setWithdrawing(false)
    }
  }

  if (own.state === 'waiting')
    return (
      <Answer title="Pengajuanmu sedang dibaca" text="Kami menjawab lewat email dan notifikasi.">
        {failure && <FormError>{failure}</FormError>}
        <Button type="button" variant="outline" busy={isWithdrawing} onClick={() => void withdraw()}>
          Tarik pengajuan
        </Button>
      </Answer>
    )
  if (own.state === 'accepted')
    return (
      <Answer title="Selamat, kamu diterima!" text="Kamu langsung bisa membuat kelas pertamamu.">
        <OpenStaffArea />
      </Answer>
    )
  if (own.state === 'refused' && own.mayApplyAt)
    return (
      <Answer title="Belum diterima" text={own.sentence}>
        <p className="text-ink-2">Kamu bisa mengajukan lagi mulai {formatDateTime(own.mayApplyAt)}.</p>
      </Answer>
    )
  return (
    <>
      {own.state === 'refused' && (
        <p className="mb-5 rounded-field bg-sunken p-4 text-ink-2">Jawaban kami sebelumnya: {own.sentence}</p>
      )}
      <ApplicationForm onSaved={setSaved} />
    </>
  )
}

/** This browser still knows the session as one of a student. What it may do, the server decides. */
function OpenStaffArea() {
  const { sessions } = useApi()
  const session = useSession()
  const navigate = useNavigate()
  if (session.status !== 'signed-in') return null
  const { session: known } = session
  async function open() {
    await sessions.save({ ...known, role: 'instructor', user: { ...known.user, role: 'instructor' } })
    await navigate(paths.adminCourseCreate())
  }
  return (
    <Button type="button" onClick={() => void open()}>
      Buat kelas pertama
    </Button>
  )
}

function ApplicationForm({ onSaved }: { onSaved: (own: OwnApplication) => void }) {
  const { authenticated } = useApi()
  const { categories } = useRouteLoaderData('site') as { categories: Category[] }
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [failure, setFailure] = useState<string | null>(null)
  const [topicError, setTopicError] = useState<string | null>(null)
  const form = useForm(textFields, { headline: '', about: '', sampleUrl: '' })

  const submit = form.handleSubmit(async (values: TextFields) => {
    setFailure(null)
    if (chosen.length === 0) {
      setTopicError('Pilih 1 sampai 5 topik')
      // Below the texts, which are checked first.
      document.querySelector<HTMLInputElement>('#topik input')?.focus()
      return
    }
    setTopicError(null)
    const input: ApplicationInput = { ...values, categoryIds: [...chosen] }
    try {
      const { data: own, message } = await withLogin(() => authenticated.ownApplication.applyAsInstructor(input))
      toast.success(message ?? 'Pengajuanmu terkirim.')
      onSaved(own)
    } catch (error) {
      if (!form.showFieldErrors(error))
        setFailure(failureText(error, 'Pengajuanmu belum terkirim. Coba lagi.', identityText.connectionFailed))
    }
  })

  const toggle = (id: string) =>
    setChosen((before) => (before.includes(id) ? before.filter((other) => other !== id) : [...before, id]))

  return (
    <form method="post" onSubmit={submit} noValidate className="grid gap-4">
      {failure && <FormError>{failure}</FormError>}
      <TextField
        label="Satu kalimat tentangmu"
        required
        hint="Misalnya 'Ilustrator, 12 tahun di penerbitan anak'."
        {...form.field('headline')}
      />
      <TextAreaField
        label="Pengalamanmu dan apa yang mau kamu ajarkan"
        required
        rows={7}
        hint="10 sampai 2000 karakter."
        {...form.field('about')}
      />
      <TextField
        label="Tautan contoh mengajar atau karya"
        type="url"
        hint="Boleh dikosongkan. Diawali https://"
        {...form.field('sampleUrl')}
      />
      <fieldset id="topik">
        <legend className="text-sm font-semibold">Topik</legend>
        <p className="text-sm text-ink-3">Pilih 1 sampai 5.</p>
        <ul className="mt-2 grid gap-1 sm:grid-cols-2">
          {categories.map(({ _id, name }) => (
            <li key={_id}>
              <label className="flex min-h-11 items-center gap-3">
                <input
                  type="checkbox"
                  className="size-5 accent-nila"
                  checked={chosen.includes(_id)}
                  disabled={!chosen.includes(_id) && chosen.length >= 5}
                  onChange={() => toggle(_id)}
                />
                {name}
              </label>
            </li>
          ))}
        </ul>
        {topicError && <FieldError role="alert">{topicError}</FieldError>}
      </fieldset>
      <Button type="submit" size="lg" busy={form.isSubmitting}>
        Ajukan diri
      </Button>
    </form>
  )
}

const Answer = ({ title, text, children }: { title: string; text: string; children?: ReactNode }) => (
  <div>
    <h2 className="text-xl font-bold">{title}</h2>
    <p className="mt-2 wrap-anywhere text-ink-2">{text}</p>
    {children && <div className="mt-5 flex flex-wrap gap-3">{children}</div>}
  </div>
)
