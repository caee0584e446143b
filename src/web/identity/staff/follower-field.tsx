import type { ComponentProps } from 'react'
import type { UserDetail } from '#contract/identity/users.ts'
import { useApi } from '#web/identity/index.ts'
import { SelectField } from '#web/kit/ui/field.tsx'
import { useRemote } from '#web/kit/ui/behaviour/use-remote.ts'
import { LoadFailure } from '#web/kit/ui/feedback/load-failure.tsx'

type Props = Omit<ComponentProps<typeof SelectField>, 'children' | 'hint' | 'aria-busy'> & {
  user: UserDetail
  /** The choice of nobody. */ none: string
}

/** Who teaches the courses of a user from then on. */
export function FollowerField({ user, none, ...field }: Props) {
  const { authenticated } = useApi()
  const instructors = useRemote(
    'instructors',
    async (signal) => (await authenticated.authoring.listInstructors(undefined, { signal })).data,
  )
  return (
    <div className="grid gap-2">
      <SelectField {...field} aria-busy={instructors.status === 'loading'}>
        <option value="">{none}</option>
        {instructors.data
          ?.filter(({ _id }) => _id !== user._id)
          .map(({ _id, name, email }) => (
            <option key={_id} value={_id}>
              {name} ({email})
            </option>
          ))}
      </SelectField>
      {instructors.status === 'failed' && (
        <LoadFailure onRetry={instructors.reload}>Daftar instruktur belum bisa dimuat.</LoadFailure>
      )}
    </div>
  )
}
