import { useState, type FormEvent } from 'react'
import type { WeeklyGoal } from '#contract/learning/weekly-goal.ts'
import { failureText } from '#web/identity/sign-in/failure-text.ts'
import { useApi } from '#web/identity/index.ts'
import { identityText } from '#web/identity/sign-in/text.ts'
import { withLogin } from '#web/identity/session/with-login.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'

const suggestedDays = 3

type Props = { goal: WeeklyGoal; onSaved: (goal: WeeklyGoal) => void; onClose: () => void }

/** Chooses how many days a week. */
export function WeeklyGoalDialog({ goal, onSaved, onClose }: Props) {
  const { authenticated } = useApi()
  const [days, setDays] = useState(goal.days ?? suggestedDays)
  const [saving, setSaving] = useState<'goal' | 'pause' | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  async function save(chosen: number | null) {
    setSaving(chosen === null ? 'pause' : 'goal')
    setFailure(null)
    try {
      const { data, message } = await withLogin(() => authenticated.weeklyGoal.saveWeeklyGoal({ days: chosen }))
      onSaved(data)
      toast.success(message ?? 'Target tersimpan.')
      onClose()
    } catch (error) {
      setFailure(failureText(error, 'Target belum tersimpan. Coba lagi.', identityText.connectionFailed))
      setSaving(null)
    }
  }

  return (
    <Dialog open title="Target mingguan" onClose={onClose}>
      <form
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          if (!saving) void save(days)
        }}
      >
        <fieldset>
          <legend className="text-ink-2">
            Mau belajar berapa hari seminggu? Satu materi selesai sudah dihitung satu hari.
          </legend>
          <div className="mt-4 grid grid-cols-7 gap-1.5">
            {goal.week.map(({ day }, index) => (
              <label
                key={day}
                className="grid min-h-12 place-items-center rounded-field border border-border font-bold soft hover:border-ink has-checked:border-nila has-checked:bg-nila has-checked:text-on-nila has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
              >
                <input
                  type="radio"
                  name="days"
                  className="sr-only"
                  value={index + 1}
                  checked={days === index + 1}
                  data-autofocus={days === index + 1 || undefined}
                  onChange={() => setDays(index + 1)}
                />
                {index + 1}
                <span className="sr-only"> hari seminggu</span>
              </label>
            ))}
          </div>
        </fieldset>
        <p className="mt-4 text-sm text-ink-3">
          Setiap {goal.keptWeeksPerFreeze} minggu yang tercapai memberimu satu pelindung, paling banyak{' '}
          {goal.maximumFreezes}. Pelindung menjaga rangkaianmu saat kamu melewatkan satu minggu.
        </p>
        {failure && (
          <p role="alert" className="mt-4 rounded-card bg-mengkudu-50 px-4 py-3 font-semibold text-mengkudu">
            {failure}
          </p>
        )}
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          {goal.days !== null && (
            <Button type="button" variant="ghost" busy={saving === 'pause'} onClick={() => saving ?? void save(null)}>
              Jeda dulu
            </Button>
          )}
          <Button type="submit" busy={saving === 'goal'}>
            Simpan
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
