import { youtubeIdOf } from '#contract/youtube.ts'
import { VideoFacade } from '#web/catalog/video-facade.tsx'
import { TextField } from '#web/ui/field.tsx'

type Props = { value: string; title: string; error: string | undefined; onChange: (text: string) => void; onBlur: () => void }

/** Takes any address of a video and keeps its 11 characters. The player is asked for by a press, never by itself. */
export function YoutubeField({ value, title, error, onChange, onBlur }: Props) {
  const videoId = youtubeIdOf(value)
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
        error={error}
        onChange={(event) => {
          const text = event.currentTarget.value
          // A pasted address becomes its id at once; what is still being typed is left alone.
          onChange(text.length > 11 ? (youtubeIdOf(text) ?? text) : text)
        }}
        onBlur={onBlur}
      />
      {videoId && (
        <div className="max-w-120">
          <VideoFacade key={videoId} youtubeId={videoId} title={title.trim() || 'Pratinjau video'} poster={`/cover/video/${videoId}.svg`} />
          <p className="mt-1.5 text-sm text-ink-3">Tekan putar untuk memeriksa videonya.</p>
        </div>
      )}
    </div>
  )
}
