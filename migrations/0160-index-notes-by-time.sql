-- The page of all notes and marks of a user lists the latest first, and pages by time and id.
create index lesson_notes_by_time on lesson_notes (user_id, updated_at desc, content_id desc) where body <> '';
create index ebook_marks_by_time on ebook_marks (user_id, changed_at desc, id desc) where not deleted;
