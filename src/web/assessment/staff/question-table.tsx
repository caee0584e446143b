import type { QuestionFigures } from '#contract/assessment/quiz-results.ts'
import { formatCount } from '#contract/kit/money.ts'
import { StaffTable, type Column } from '#web/kit/staff/lists/staff-table.tsx'

type Numbered = QuestionFigures & { number: number }

/** Below it, good students do no better at the question than others. */
const weak = 0.2

const columns: readonly Column<Numbered>[] = [
  {
    key: 'text',
    label: 'Soal',
    isName: true,
    cell: ({ number, text }) => (
      <span className="line-clamp-3 min-w-0 print:line-clamp-none wrap-anywhere">
        {number}. {text}
      </span>
    ),
  },
  {
    key: 'right',
    label: 'Benar',
    numeric: true,
    cell: ({ rightPercent }) => (rightPercent === null ? '–' : `${rightPercent}%`),
  },
  {
    key: 'wrong',
    label: 'Salah terbanyak',
    cell: ({ wrong }) =>
      wrong === null ? (
        '–'
      ) : (
        <span className="min-w-0 max-md:text-right">
          <span className="line-clamp-2 wrap-anywhere print:line-clamp-none">{wrong.answer || 'Gambar'}</span>
          <span className="block text-sm text-ink-3 tabular-nums">{wrong.percent}% percobaan</span>
        </span>
      ),
  },
  {
    key: 'discrimination',
    label: 'Daya beda',
    numeric: true,
    cell: ({ discrimination }) => <Discrimination value={discrimination} />,
  },
]

function Discrimination({ value }: { value: number | null }) {
  if (value === null) return '–'
  return (
    <span className="whitespace-nowrap">
      {value.toLocaleString('id-ID', { minimumFractionDigits: 2 })}
      {value < weak && (
        <span className="block text-sm font-semibold text-mengkudu">{value < 0 ? 'Periksa kuncinya' : 'Lemah'}</span>
      )}
    </span>
  )
}

/** Figures of each question over the latest submitted attempts. */
export function QuestionTable({
  figures: { attempts, questions },
}: {
  figures: { attempts: number; questions: readonly QuestionFigures[] }
}) {
  return (
    <section aria-labelledby="per-soal" className="mt-10">
      <h2 id="per-soal" className="text-xl font-bold">
        Per soal
      </h2>
      <p className="mt-1 mb-4 max-w-[65ch] text-sm text-ink-2">
        Dari {formatCount(attempts)} percobaan terakhir yang dikumpulkan, diukur dengan kunci jawaban yang sekarang.{' '}
        <strong>Daya beda</strong> menunjukkan apakah siswa yang nilainya tinggi di soal lain juga lebih sering benar di
        soal ini: 1 sangat membedakan, 0 tidak membedakan, dan di bawah 0 biasanya tanda kunci yang keliru. Angkanya
        tampil mulai 10 percobaan.
      </p>
      <StaffTable
        caption="Hasil per soal"
        columns={columns}
        rows={questions.map((question, index) => ({ ...question, number: index + 1 }))}
        keyOf={({ _id }) => _id}
      />
    </section>
  )
}
