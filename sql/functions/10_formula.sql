-- Every scalar rule with a number in it, once. Values come in as arguments; their defaults are settings.

-- importance_prior: importance of a new memory before anything is known of its use.
-- A type with a fixed prior has low = high.
create or replace function recall.importance_prior(base float8, density float8, low float8, high float8)
returns float8
language sql immutable parallel safe
return least(greatest(base * density, low), high);

comment on function recall.importance_prior(float8, float8, float8, float8) is
'Importance in [0, 1] of a new memory: base × information density, kept between low and high.';

-- hlc_next: hybrid logical clock (Kulkarni et al., 2014): 48 bits of milliseconds, 16 bits of counter.
-- A clock that runs back never makes a later write look older.
create or replace function recall.hlc_next(previous bigint, at timestamptz)
returns bigint
language sql immutable parallel safe
return greatest(coalesce(previous, 0::bigint) + 1, floor(extract(epoch from at) * 1000)::bigint << 16);

comment on function recall.hlc_next(bigint, timestamptz) is
'Next hybrid logical clock value after previous, at the given instant.';

-- strengthened: a bounded step up, for relations that are stated again or walked.
create or replace function recall.strengthened(strength float8, step float8)
returns float8
language sql immutable parallel safe
return least(strength + step, 1::float8);

comment on function recall.strengthened(float8, float8) is
'Strength in [0, 1] after one more step.';

-- retry_delay: a job that keeps failing sinks in the queue, doubling up to a ceiling.
create or replace function recall.retry_delay(attempts int, first interval, ceiling interval)
returns interval
language sql immutable parallel safe
return least(first * power(2::float8, least(attempts, 20)::float8), ceiling);

comment on function recall.retry_delay(int, interval, interval) is
'Wait before attempt number attempts + 1.';
