"""Pictures of a table as SVG text: the same bytes for the same battle, whatever the machine."""
