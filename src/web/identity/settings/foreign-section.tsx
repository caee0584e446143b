import { useState, type Ref } from 'react'
import { useRevalidator } from 'react-router'
import { unlinkInput, type Account } from '#contract/identity/account.ts'
import { useFocusNext } from '#web/kit/ui/behaviour/use-focus-next.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { PasswordField } from '#web/kit/ui/field.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { useApi } from '#web/identity/api.ts'
import { Section } from './section.tsx'
import { useAccountForm } from './use-account-form.tsx'

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
  const form = useAccountForm(
    unlinkInput,
    { password: '' },
    {
      call: (values) => authenticated.account[service.unlink](values),
      async done({ message }) {
        toast.success(message ?? `${capitalised(service.name)} diputuskan.`)
        await revalidate()
      },
      failed: `${capitalised(service.name)} belum diputuskan. Coba lagi.`,
    },
  )

  return (
    <form ref={ref} onSubmit={form.submit} noValidate className="grid gap-4">
      {form.notices}
      <PasswordField
        label="Password akun"
        autoComplete="current-password"
        required
        hint="Supaya kami yakin ini kamu."
        {...form.field('password')}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={form.isSubmitting} disabled={form.isWaiting}>
          Putuskan
        </Button>
        <Button type="button" variant="outline" onClick={onCancel}>
          Batal
        </Button>
      </div>
    </form>
  )
}
