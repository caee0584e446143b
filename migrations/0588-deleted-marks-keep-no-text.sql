-- A mark that was deleted stays as its id, so that no device brings it back; its quote and note are not kept for that.
update ebook_marks set quote = '', note = '' where deleted and (quote <> '' or note <> '');
