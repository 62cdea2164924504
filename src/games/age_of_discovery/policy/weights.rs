//! The named weights of the policy: presets set them, [`DOCS`] explains them.

use crate::game::weights;

weights! {
    dollar = 0.407, "VP that a dollar is worth while many purchases are to come";
    dollar_last = 0.315, "VP that a dollar is worth for the purchases of the last turn";
    purse = 86.1, "dollars that are worth their full price; what lies above is hard to spend";
    spare = 0.951, "share of its price that a dollar above the purse is worth";

    colonist = 1.14, "VP that a colonist more in a later turn is worth";
    captain = 4.53, "VP that a captain more in a later turn is worth";
    merchant = 8.13, "VP that a merchant more in a later turn is worth";
    missionary = 9.6, "VP that a missionary more in a later turn is worth";
    soldier = 0.67, "VP that a soldier more in a later turn is worth";
    keep = 0.0525, "share of what a specialist in hand is worth above a colonist that is lost where he counts as one";

    sharp = 13.2, "how surely the most units in a region win it when no figure is to land";
    blur = 0.812, "how fast that becomes unsure with each dock that is still to come";
    entry = 0.248, "units that each player is expected to add to a region with each dock to come";
    growth = 0.0768, "chance that a region without three units of a player scores, for each unit and dock to come";
    later = 0.775, "factor on each scoring after the next one";
    rivals = 0.592, "share of the VP of regions taken from other players that counts";
    claim = 1.19, "share of a region's good that a second unit is worth, while the good is there";

    pair = 2.03, "dollars of set income in prospect for a pair that can still grow";
    triple = 2.12, "dollars of set income in prospect for a triple that can still grow";
    loose = 0.129, "dollars of set income in prospect for a single counter";
    ship = 0.759, "dollars of set income in prospect for a ship";
    navy = 2.17, "VP of a ship for the Navy that is still to be bought";

    open = 1.1, "VP of opening a region besides the unit that stands in it";
    save = 0.698, "factor on what figures that stay in the Discovery box are worth";
    plunder = 0.803, "factor on the plunder that soldiers are expected to bring";

    initiative_box = 2.52, "factor on what a figure in Initiative is worth";
    dock_box = 4.03, "factor on what a figure on the Colonist Dock is worth";
    goods_box = 0.363, "factor on what a figure in Trade Goods is worth";
    shipping_box = 0.189, "factor on what a figure in Merchant Shipping is worth";
    capital_box = 3.71, "factor on what a figure in Capital Buildings is worth";
    discovery_box = 0.92, "factor on what a figure in Discovery is worth";
    specialists_box = 0.595, "factor on what a figure in Specialists is worth";
    warfare_box = 0.207, "factor on what a figure in Warfare is worth";

    order = 0.141, "VP of each place further to the front in the order of the next turn";
    contest = 2.83, "shipping value that others are expected to add for each figure that each of them still holds";
    patience = 0.405, "share of what a box will still be worth in the next round that counts against it now";
    fallback = 0.207, "share of a figure's worth in Discovery that every other placement has to beat";
    rush_initiative = 0.416, "chance that a place in Initiative is worth less in the next round";
    rush_dock = 0.675, "chance that a dock space is gone in the next round when as many are free as players to come";
    rush_goods = 0.393, "chance that a place in Trade Goods is worth less in the next round";
    rush_shipping = 0.221, "chance that waiting costs the ship";
    rush_capital = 1.3, "chance that a place in Capital Buildings is worth less in the next round";
    rush_specialist = 2.15, "chance that a slot of Specialists is gone in the next round";

    money_buildings = 1.89, "factor on buildings that pay money";
    figure_buildings = 0.985, "factor on buildings that give figures";
    goods_buildings = 2.48, "factor on buildings that live on goods and ships";
    formula_buildings = 3.23, "factor on buildings with VP by a formula";
    good = 1.6, "VP of a random good";
    cathedral = 1.53, "missionaries that are expected to land each turn, besides those of buildings";
    university = 15.5, "VP of the one use of the University";
    stable = 0.23, "VP that the Stable brings in a turn";
    militia = 0.833, "VP that the Militia saves";
    migration = 0.672, "VP that Migration brings in a turn";
    deny = 0.0553, "share of a building's worth for another player that counts for who takes it";

    battle = 1.74, "VP of a soldier in the New World above a plain unit while battles are to come";
}
