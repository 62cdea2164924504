//! The named weights of the policy: presets set them, [`DOCS`] explains them.

use tradewinds_game::weights;

weights! {
    doubloon_late = 0.118, "VP that a doubloon is worth near the end, while a builder is still to come";
    doubloon_round = 0.118, "VP more that a doubloon is worth for every round that is left";
    pocket = 7.55, "doubloons that are worth their full price; what lies above is hard to spend";
    spare = 0.308, "share of its price that a doubloon above the pocket is worth";

    barrel = 0.348, "VP that a barrel in hand is worth while a captain is to come";
    blocked = 0.362, "share of that worth when no ship has room for the kind now";
    sale = 0.185, "share of the price of the best sellable barrel that counts as income to come";

    flow = 0.99, "VP of a barrel a craftsman phase, in the long run";
    crowd = 0.206, "how fast further barrels of the same phase lose worth";
    variety = 0.646, "VP of each different kind a craftsman phase";
    trade = 0.137, "share of its price that the first barrel of a kind a craftsman phase sells for";
    rivalry = 0.176, "share of the trade worth that each other producer of the kind takes away";
    corn = 1.18, "factor on all that corn production is worth";
    indigo = 1.0, "factor on all that indigo production is worth";
    sugar = 1.45, "factor on all that sugar production is worth";
    tobacco = 0.953, "factor on all that tobacco production is worth";
    coffee = 0.69, "factor on all that coffee production is worth";
    lone_tile = 0.0723, "share of its production that a plantation without a building is expected to reach";
    lone_circle = 0.0737, "share of its production that a building circle without a plantation is expected to reach";
    staffing = 0.364, "colonists expected from each mayor to come, for circles that stand empty";
    quarry = 0.627, "doubloons that the first quarry saves in a builder phase";
    quarry_fade = 1.58, "factor on what each further quarry saves";

    small_market = 0.199, "share of the trader phases in which the small market pays";
    large_market = 0.1, "share of the trader phases in which the large market pays";
    office = 0.0558, "doubloons that the office brings in a trader phase";
    hacienda = 0.156, "VP that the hacienda brings in an early settler phase";
    construction_hut = 0.104, "VP that the construction hut brings in an early settler phase";
    hospice = 0.234, "VP that the hospice brings in an early settler phase";
    university = 0.274, "VP that the university brings in an early builder phase";
    small_warehouse = 0.0789, "VP that the small warehouse saves in a captain phase, with four barrels a craftsman";
    large_warehouse = 0.776, "VP that the large warehouse saves in a captain phase, with four barrels a craftsman";
    factory = 0.625, "share of the factory's income from all kinds owned that is reached";
    harbor = 1.57, "share of the loads that the harbor is expected to count";
    wharf = 0.288, "VP that the wharf brings in a captain phase, with four barrels a craftsman";
    guild_hall = 0.86, "factor on the bonus that the guild hall is expected to score";
    residence = 1.12, "factor on the bonus that the residence is expected to score";
    fortress = 1.67, "factor on the bonus that the fortress is expected to score";
    customs_house = 1.82, "factor on the bonus that the customs house is expected to score";
    city_hall = 1.55, "factor on the bonus that the city hall is expected to score";
    printed = 0.682, "factor on the printed VP of a building";

    settler = 0.0214, "factor on what the settler's tiles are worth when roles are compared";
    mayor = 0.665, "factor on what the mayor's colonists are worth when roles are compared";
    colonist = 0.123, "VP of a colonist besides the circle that it fills at once";
    builder = 0.194, "factor on what the builder's buildings are worth when roles are compared";
    craftsman = 0.389, "factor on what the craftsman's barrels are worth when roles are compared";
    trader = 0.601, "factor on what the trader's sales are worth when roles are compared";
    captain = 0.958, "factor on what the captain's loads are worth when roles are compared";
    rivals = 0.842, "share of the other players' mean gain that counts against a role or a load";
    foresight = 0.0934, "share of what the others' expected picks in the round bring that counts for a role";
    finish = 0.306, "VP a point of lead for an action that brings the end of the game";
}
