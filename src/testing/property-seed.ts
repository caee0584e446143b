import fc from 'fast-check'

// The same random values in each run: a test that fails does so because of a change. PROPERTY_SEED selects others.
fc.configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? 1) })
