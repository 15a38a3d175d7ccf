"""Collectors that know nothing of Assay: functions called as `callback(*case, perf_filename=…, device=…)`."""
