-- Lines of before, and of a version before this one that runs beside it, get the name of today when they are read; these once.
update transaction_lines set bundle_title = bundles.title
from bundles where bundles.id = transaction_lines.bundle_id and transaction_lines.bundle_title is null;
