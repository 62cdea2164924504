//! The named weights of the policy: presets set them, [`DOCS`] explains them.

use tradewinds_game::weights;

weights! {
    city = 1.0, "factor on what a city brings";
    fort = 1.0, "factor on what a fort brings";
    galleon = 1.0, "factor on what a Spanish galleon brings";
    port = 1.0, "factor on what a trade brings";
    types = 1.0, "factor on the VP for different types of conquest";
    stone = 1.0, "factor on the VP of treasure";
    goods_later = 1.5, "VP of a new kind of commodity for each voyage still to come";
    double_later = 1.6, "VP of a further commodity of a kind for each voyage still to come";
    indigo_later = 1.0, "VP more of indigo for each voyage still to come";

    place = 0.959, "chance of finding a success place, seen from Plymouth";
    first = 0.333, "chance of finding the treasure, seen from Plymouth";
    far_first = 0.7, "the same in the farthest zone";
    lost_type = 3.0, "VP lost for types when an attack planned in Plymouth fails";
    saved = 0.7, "VP of a cube reserved in Plymouth for a tile that turns out lower";
    trade_chance = 1.05, "chance of finding the commodity, seen from Plymouth";
    spare = 0.3, "VP of a cube, barrel or trade good that the plan does not use";

    golden_hind = 4.0, "VP of the Golden Hind for coming first, besides the mission itself";
    admiral = 1.5, "VP of the admiral";
    governor = 1.5, "VP of the governor";
    informer = 1.0, "VP of the informer besides the trade good";
    ghost_ship = 0.5, "VP of the ghost ship";
    tempo = 0.399, "VP lost by every further stop: the others depart earlier";
    investor_later = 0.8, "VP of keeping the investor tile for each voyage still to come";
    want = 0.9, "factor on how likely the others are to stop at a location";
    pace = 1.7, "open locations that another ship moves on in a turn";
    denial = 0.1, "share of the others' loss that counts as own gain";

    crew_price = 1.6, "VP of a crew in the first sketch of a street plan";
    gun_price = 1.2, "VP of a gun in that sketch";
    barrel_price = 2.5, "VP of a barrel in that sketch, up to the range that counts";
    trade_price = 1.0, "VP of a trade good in that sketch";
    ship_price = 5.0, "VP of the player's own galleon in that sketch";
    pinnace_price = 2.5, "VP of the pinnace in that sketch";

    early = 0.7, "how much likelier low discs are where treasure lies than elsewhere";
    arrivals = 1.4, "discs that another ship with one disc in hand is expected to lay where it can pay, spread over its free destinations that pay";
    tight = 0.55, "chance that a ship which can just pay for a destination will still do so";
    able = 1.13, "chance that a ship which can pay with something to spare will do so";
    claim = 0.3, "share of what can be lost to others at a destination that speeds up laying a disc there";
    bluff = 0.1, "VP of a disc without use for each other ship that could go there";
    hero = 0.4, "share of the hero bonus that a voyage without disc 4 is expected to get";
    hero_fade = 0.6, "share of the hero bonus that is left a round later";
    secret = 0.5, "VP of the informer's look at a contested destination";
}
