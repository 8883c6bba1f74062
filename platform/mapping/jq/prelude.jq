# What jq defines in itself, of what programs may use: defined here again, so that every step of it is counted like one of theirs.
def not: if . then false else true end;
def select(f): if f then . else empty end;
def first: .[0];
def first(f): label $out | f | ., break $out;
def map(f): [.[] | f];
def map_values(f):
  if type == "object" then [keys[] as $k | {($k): (.[$k] | first(f))}] | add // {}
  else [.[] | first(f)] end;
def add(f): [f] | add;
def recurse: ., (.[]? | recurse);
def in(xs): . as $x | xs | has($x);
def inside(xs): . as $x | xs | contains($x);
def abs: if . < 0 then -. else . end;

def to_entries: [keys[] as $k | {key: $k, value: .[$k]}];
def from_entries: map({ (.key // .Key // .name // .Name | if type == "string" then . else tojson end):
  if has("value") then .value else .Value end }) | add // {};
def with_entries(f): to_entries | map(f) | from_entries;

def range($end): _range(0; $end; 1);
def range($start; $end): _range($start; $end; 1);

def min_by(f): _min_by(map([f]));
def max_by(f): _max_by(map([f]));
def sort_by(f): _sort_by(map([f]));
def group_by(f): _group_by(map([f]));
def unique_by(f): _unique_by(map([f]));

def arrays: select(type == "array");
def objects: select(type == "object");
def iterables: select(type | . == "array" or . == "object");
def booleans: select(type == "boolean");
def numbers: select(type == "number");
def strings: select(type == "string");
def nulls: select(. == null);
def values: select(. != null);
def scalars: select(type | . != "array" and . != "object");

def last: .[-1];
def last(f): [f] | if length > 0 then .[-1] else empty end;
def nth($n): .[$n];
def isempty(f): label $out | (f | false, break $out), true;
def all(f; y): isempty(f | select(y | not));
def all(y): all(.[]; y);
def all: all(.[]; .);
def any(f; y): isempty(f | select(y)) | not;
def any(y): any(.[]; y);
def any: any(.[]; .);
def IN(f): any(f == .; .);
def IN(f; g): any(f == g; .);

def todate: strftime("%Y-%m-%dT%H:%M:%SZ");
def fromdate: strptime("%Y-%m-%dT%H:%M:%S%z") | mktime;
def todateiso8601: todate;
def fromdateiso8601: fromdate;

def test($re; $flags): _tests($re; $flags);
def test($re): test($re; null);
def capture($re; $flags): _pieces($re; $flags) | .matches[].named;
def capture($re): capture($re; null);
def scan($re; $flags): _pieces($re; $flags + "g") | .matches[] | if .groups == [] then .text else .groups end;
def scan($re): scan($re; null);
def split($re; $flags): _pieces($re; $flags + "g") | [.matches[].before, .rest];
def sub($re; f; $flags): _pieces($re; $flags) | [(.matches[] | .before, first(.named | f)), .rest] | add;
def sub($re; f): sub($re; f; null);
def gsub($re; f; $flags): sub($re; f; $flags + "g");
def gsub($re; f): sub($re; f; "g");
