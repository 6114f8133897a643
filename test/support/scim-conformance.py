"""Checks a SCIM server by the public suite scim2-tester: `scim-conformance.py URL TOKEN` writes its findings as JSON lines."""

import json
import sys

from httpx2 import Client
from scim2_client.engines.httpx2 import SyncSCIMClient
from scim2_tester import check_server

url, token = sys.argv[1:]
http = Client(base_url=url, headers={"Authorization": f"Bearer {token}"}, timeout=60)
for result in check_server(SyncSCIMClient(http)):
    finding = {"status": result.status.name, "title": result.title, "reason": result.reason}
    print(json.dumps(finding, default=str))
