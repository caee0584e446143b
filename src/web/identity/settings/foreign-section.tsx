import { useState, type Ref } from 'react'
import { useRevalidator } from 'react-router'
import { retryAfterSeconds } from '#contract/client.ts'
import { unlinkInput, type Account } from '#contract/identity/account.ts'
import { useFocusNext } from '#web/kit/ui/behaviour/use-focus-next.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { FormError, PasswordField } from '#web/kit/ui/field.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { useCountdown, WaitNotice } from '#web/kit/ui/feedback/wait-notice.tsx'
import { useApi } from '#web/identity/api.ts'
import { identityText } from '#web/identity/sign-in/text.ts'
import { failureText } from '#web/identity/sign-in/failure-text.ts'
import { useForm } from '#web/identity/sign-in/use-form.ts'
import { withLogin } from '#web/identity/session/with-login.ts'
import { Section } from './section.tsx'

/** Names of services that one can sign in with beside a password. */
const services = {
  google: { name: 'akun Google', unlink: 'unlinkGoogle' },
  organisation: { name: 'akun organisasi', unlink: 'unlinkOidc' },
} as const
type Service = (typeof services)[keyof typeof services]

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The link to an account at another service, for accounts that have it. */
export function ForeignSection({ account, of }: { account: Account; of: keyof typeof services }) {
  const service = services[of]
  const [isUnlinking, setUnlinking] = useState(false)
  const next = useFocusNext(isUnlinking)
  return (
    <Section
      title={capitalised(service.name)}
      lead={`Akun ini terhubung dengan ${service.name}mu, jadi kamu juga bisa masuk dengannya.`}
    >
      {!account.hasPassword ? (
        <p className="text-ink-2">
          Untuk memutuskannya, buat password dulu di atas. Tanpa password kamu tidak bisa masuk lagi.
        </p>
      ) : isUnlinking ? (
        <UnlinkForm ref={next} service={service} onCancel={() => setUnlinking(false)} />
      ) : (
        <Button ref={next} type="button" variant="outline" onClick={() => setUnlinking(true)}>
          Putuskan {service.name}
        </Button>
      )}
    </Section>
  )
}

type UnlinkProps = { ref: Ref<HTMLFormElement>; service: Service; onCancel: () => void }

function UnlinkForm({ ref, service, onCancel }: UnlinkProps) {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const form = useForm(unlinkInput, { password: '' })
  const { errors, isSubmitting } = form
  const [failure, setFailure] = useState<string | null>(null)
  const wait = useCountdown()

  const submit = form.handleSubmit(async (values) => {
    setFailure(null)
    try {
      const { message } = await withLogin(() => authenticated.account[service.unlink](values))
      toast.success(message ?? `${capitalised(service.name)} diputuskan.`)
      await revalidate()
    } catch (error) {
      const seconds = retryAfterSeconds(error)
      if (seconds !== null) wait.start(seconds)
      else if (!form.showFieldErrors(error))
        setFailure(
          failureText(
            error,
            `${capitalised(service.name)} belum diputuskan. Coba lagi.`,
            identityText.connectionFailed,
          ),
        )
    }
  })

  return (
    <form ref={ref} onSubmit={submit} noValidate className="grid gap-4">
      {failure && <FormError>{failure}</FormError>}
      <WaitNotice secondsLeft={wait.secondsLeft} />
      <PasswordField
        label="Password akun"
        autoComplete="current-password"
        required
        error={errors.password}
        hint="Supaya kami yakin ini kamu."
        {...form.register('password')}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isSubmitting} disabled={wait.secondsLeft > 0}>
          Putuskan
        </Button>
        <Button type="button" variant="outline" onClick={onCancel}>
          Batal
        </Button>
      </div>
    </form>
  )
}
