//! The named weights of the policy: presets set them, [`DOCS`] explains them.

use tradewinds_game::weights;

weights! {
    dollar = 0.401, "VP that a dollar is worth while many purchases are to come";
    dollar_last = 0.368, "VP that a dollar is worth for the purchases of the last turn";
    purse = 82.8, "dollars that are worth their full price; what lies above is hard to spend";
    spare = 0.897, "share of its price that a dollar above the purse is worth";

    colonist = 1.34, "VP that a colonist more in a later turn is worth";
    captain = 5.88, "VP that a captain more in a later turn is worth";
    merchant = 7.66, "VP that a merchant more in a later turn is worth";
    missionary = 6.45, "VP that a missionary more in a later turn is worth";
    soldier = 0.603, "VP that a soldier more in a later turn is worth";
    keep = 0.0797, "share of what a specialist in hand is worth above a colonist that is lost where he counts as one";

    sharp = 9.72, "how surely the most units in a region win it when no figure is to land";
    blur = 1.37, "how fast that becomes unsure with each dock that is still to come";
    entry = 0.345, "units that each player is expected to add to a region with each dock to come";
    growth = 0.052, "chance that a region without three units of a player scores, for each unit and dock to come";
    later = 0.628, "factor on each scoring after the next one";
    rivals = 0.482, "share of the VP of regions taken from other players that counts";
    claim = 0.972, "share of a region's good that a second unit is worth, while the good is there";

    pair = 2.13, "dollars of set income in prospect for a pair that can still grow";
    triple = 1.67, "dollars of set income in prospect for a triple that can still grow";
    loose = 0.145, "dollars of set income in prospect for a single counter";
    ship = 0.858, "dollars of set income in prospect for a ship";
    navy = 1.68, "VP of a ship for the Navy that is still to be bought";

    open = 0.899, "VP of opening a region besides the unit that stands in it";
    save = 0.721, "factor on what figures that stay in the Discovery box are worth";
    plunder = 0.742, "factor on the plunder that soldiers are expected to bring";

    initiative_box = 1.94, "factor on what a figure in Initiative is worth";
    dock_box = 2.71, "factor on what a figure on the Colonist Dock is worth";
    goods_box = 1.09, "factor on what a figure in Trade Goods is worth";
    shipping_box = 0.327, "factor on what a figure in Merchant Shipping is worth";
    capital_box = 3.97, "factor on what a figure in Capital Buildings is worth";
    discovery_box = 0.757, "factor on what a figure in Discovery is worth";
    specialists_box = 0.582, "factor on what a figure in Specialists is worth";
    warfare_box = 0.191, "factor on what a figure in Warfare is worth";

    order = 0.125, "VP of each place further to the front in the order of the next turn";
    contest = 2.22, "shipping value that others are expected to add for each figure that each of them still holds";
    patience = 0.447, "share of what a box will still be worth in the next round that counts against it now";
    fallback = 0.254, "share of a figure's worth in Discovery that every other placement has to beat";
    rush_initiative = 0.462, "chance that a place in Initiative is worth less in the next round";
    rush_dock = 0.995, "chance that a dock space is gone in the next round when as many are free as players to come";
    rush_goods = 0.546, "chance that a place in Trade Goods is worth less in the next round";
    rush_shipping = 0.246, "chance that waiting costs the ship";
    rush_capital = 1.11, "chance that a place in Capital Buildings is worth less in the next round";
    rush_specialist = 2.0, "chance that a slot of Specialists is gone in the next round";

    money_buildings = 1.53, "factor on buildings that pay money";
    figure_buildings = 0.865, "factor on buildings that give figures";
    goods_buildings = 2.14, "factor on buildings that live on goods and ships";
    formula_buildings = 2.9, "factor on buildings with VP by a formula";
    good = 2.17, "VP of a random good";
    cathedral = 1.33, "missionaries that are expected to land each turn, besides those of buildings";
    university = 10.5, "VP of the one use of the University";
    stable = 0.207, "VP that the Stable brings in a turn";
    militia = 1.24, "VP that the Militia saves";
    migration = 0.683, "VP that Migration brings in a turn";
    deny = 0.0633, "share of a building's worth for another player that counts for the player who takes it";

    battle = 1.42, "VP of a soldier in the New World above a plain unit while battles are to come";
}
