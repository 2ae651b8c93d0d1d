CREATE TABLE "delivery_hold" (
	"is_holding" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "delivery_hold_one_row" CHECK ("delivery_hold"."is_holding")
);
