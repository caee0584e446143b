-- Courses are searched in the process (docs/decisions/0009-search.md), which reads whole rows: nothing looks up words in these indexes.
drop function words_near(text);
drop index course_search_names;
drop index course_search_document;
