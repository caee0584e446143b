import { expect, test } from 'vitest'
import { youtubeIdOf } from './youtube.ts'

test.each([
  'DHjqpvDnNGE',
  ' DHjqpvDnNGE ',
  'https://www.youtube.com/watch?v=DHjqpvDnNGE',
  'https://www.youtube.com/watch?app=desktop&v=DHjqpvDnNGE&t=42s&list=PL1',
  'https://m.youtube.com/watch?v=DHjqpvDnNGE',
  'https://music.youtube.com/watch?v=DHjqpvDnNGE&feature=share',
  'youtube.com/watch?v=DHjqpvDnNGE',
  'https://youtu.be/DHjqpvDnNGE?si=abcdefghijk',
  '<iframe width="560" height="315" src="https://www.youtube.com/embed/DHjqpvDnNGE?si=x" title="YouTube"></iframe>',
  'https://www.youtube.com/embed/DHjqpvDnNGE?rel=0',
  'https://www.youtube-nocookie.com/embed/DHjqpvDnNGE',
  'https://www.youtube.com/shorts/DHjqpvDnNGE',
  'https://www.youtube.com/live/DHjqpvDnNGE?feature=share',
])('extracts the video id from %s', (text) => expect(youtubeIdOf(text)).toBe('DHjqpvDnNGE'))

test.each([
  '',
  'DHjqpvDnNG',
  'DHjqpvDnNGEx',
  'https://youtu.be/DHjqpvDnNGEx',
  'https://vimeo.com/DHjqpvDnNGE',
  'https://jahat.example/?v=DHjqpvDnNGE',
  'javascript:alert(1)',
])('returns null for %j', (text) => expect(youtubeIdOf(text)).toBeNull())
