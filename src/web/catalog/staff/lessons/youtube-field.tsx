import { youtubeIdOf } from '#contract/kit/media/youtube.ts'
import { YoutubeFacade } from '#web/catalog/video/youtube-facade.tsx'
import { TextField } from '#web/kit/ui/field.tsx'

type Props = {
  value: string
  title: string
  error: string | undefined
  onChange: (text: string) => void
  onBlur: () => void
}

/** Accepts any YouTube URL and reduces it to the 11-character id. The player loads on click only. */
export function YoutubeField({ value, title, error, onChange, onBlur }: Props) {
  const videoId = youtubeIdOf(value)
  const isPlaylist = videoId === null && /youtube\.com\/playlist|[?&]list=/i.test(value)
  return (
    <div className="grid gap-4">
      <TextField
        label="YouTube ID"
        required
        autoComplete="off"
        spellCheck={false}
        placeholder="11 karakter"
        hint="Tempel tautan atau ID YouTube."
        value={value}
        error={isPlaylist ? 'Ini tautan playlist. Buka satu videonya, lalu salin tautan video itu.' : error}
        onChange={(event) => {
          const text = event.currentTarget.value
          // Only text longer than an id can be a URL; shorter text may still be being typed.
          onChange(text.length > 11 ? (youtubeIdOf(text) ?? text) : text)
        }}
        onBlur={onBlur}
      />
      {videoId && (
        <div className="max-w-120">
          <YoutubeFacade
            key={videoId}
            youtubeId={videoId}
            title={title.trim() || 'Pratinjau video'}
            poster={`/cover/video/${videoId}.svg`}
          />
          <p className="mt-1.5 text-sm text-ink-3">Tekan putar untuk memeriksa videonya.</p>
        </div>
      )}
    </div>
  )
}
