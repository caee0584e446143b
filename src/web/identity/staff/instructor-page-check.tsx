import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { instructorProfileContract } from '#contract/instructors/profile.ts'
import type { UserDetail } from '#contract/identity/users.ts'
import { registerContract } from '#contract/client.ts'
import { paths } from '#contract/kit/paths.ts'
import { useApi } from '#web/identity/index.ts'
import { describeFailure } from '#web/kit/staff/describe-failure.ts'
import { CheckboxField, FormError } from '#web/kit/ui/field.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'

registerContract({ instructorProfile: instructorProfileContract })

/** The page of an instructor, whose links can be followed once an admin looked at it. */
export function InstructorPageCheck({ user: { _id, instructorPage } }: { user: UserDetail }) {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const [failure, setFailure] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  if (!instructorPage) return null
  const { slug, isPublic, isChecked } = instructorPage

  async function save(checked: boolean) {
    setSaving(true)
    setFailure(null)
    try {
      const { message } = await authenticated.instructorProfile.checkInstructorPage({ id: _id, isChecked: checked })
      toast.success(message ?? 'Tersimpan.')
      await revalidate()
    } catch (error) {
      setFailure(describeFailure(error))
    } finally {
      setSaving(false)
    }
  }

  return (
    <section className="mt-8 rounded-card border border-line bg-surface p-5 md:p-6">
      <h2 className="text-xl font-bold">Halaman instruktur</h2>
      <p className="mt-2 wrap-anywhere text-ink-2">
        {isPublic ? (
          <Link to={paths.instructor({ slug })} className="font-semibold text-nila hover:underline">
            /pengajar/{slug}
          </Link>
        ) : (
          'Belum tampil: belum ada kelasnya yang tayang.'
        )}
      </p>
      {failure && (
        <div className="mt-4">
          <FormError>{failure}</FormError>
        </div>
      )}
      <CheckboxField
        className="mt-4"
        label="Halaman diperiksa"
        hint="Tautan di halamannya baru bisa dibuka setelah ini dicentang."
        checked={isChecked}
        disabled={isSaving}
        onChange={(event) => void save(event.target.checked)}
      />
    </section>
  )
}
