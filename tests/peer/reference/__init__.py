"""The expected results of the program `particles`, in binary64, as section 5 of docs/protocol.md defines them.

The node computes in binary32; the tolerance of each particle is the bound that `fields.Field` and
`program.ReferenceRake` derive. Nothing here talks to a node.
"""
