// What an uploaded video may be, shared by the browser's check and the server's.

export const maximumVideoSeconds = 12 * 3600

/** Codecs that the browsers of students play, by container. */
const playableCodecs = {
  mp4: { video: ['avc'], audio: ['aac'] },
  webm: { video: ['vp8', 'vp9', 'av1'], audio: ['opus', 'vorbis'] },
} as const

export const videoMessages = {
  missing: 'Unggah videonya dulu',
  unknown: 'Unggahan ini tidak ditemukan. Unggah videonya sekali lagi.',
  unfinished: 'Video ini belum selesai diunggah',
  notVideo: 'Berkas ini bukan video MP4 atau WebM',
  quicktime: 'Berkas MOV atau MKV belum bisa dipakai. Simpan dulu sebagai MP4 (H.264).',
  noPicture: 'Berkas ini tidak berisi gambar, hanya suara',
  videoCodec: 'Kode gambar video ini tidak bisa diputar di semua peramban. Simpan sebagai MP4 dengan H.264, atau WebM.',
  audioCodec: 'Kode suara video ini tidak bisa diputar di semua peramban. Simpan suaranya sebagai AAC (MP4) atau Opus (WebM).',
  incomplete: 'Video ini terpotong atau rusak. Periksa berkasnya, lalu unggah lagi.',
  tooLong: 'Video maksimal 12 jam. Bagi menjadi beberapa materi.',
  tooShort: 'Video ini lebih pendek dari satu detik',
  source: 'Sumber video tidak dikenal',
  poster: 'Gambar sampul tidak dikenal. Ambil ulang dari video.',
} as const

export const tooLargeVideo = (maximumBytes: number): string => `Video maksimal ${Math.floor(maximumBytes / 1024 / 1024).toLocaleString('id-ID')} MB`

export type VideoTracks = {
  container: 'mp4' | 'webm' | 'other'
  /** The codec of the picture; `none` without one, null for one that is not known. */
  video: string | null
  audio: readonly (string | null)[]
  seconds: number
}

/** Why a video with these tracks cannot be used, as a sentence for its field; null when it can. */
export function rejectVideo({ container, video, audio, seconds }: VideoTracks): string | null {
  if (container === 'other') return videoMessages.quicktime
  if (video === 'none') return videoMessages.noPicture
  const playable: { video: readonly (string | null)[]; audio: readonly (string | null)[] } = playableCodecs[container]
  if (!playable.video.includes(video)) return videoMessages.videoCodec
  if (!audio.every((codec) => playable.audio.includes(codec))) return videoMessages.audioCodec
  if (seconds > maximumVideoSeconds) return videoMessages.tooLong
  return seconds < 1 ? videoMessages.tooShort : null
}
