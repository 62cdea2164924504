//! The named weights of the policy: presets set them, [`DOCS`] explains them.

use tradewinds_game::weights;

weights! {
    pace = 9.16, "doubloons a round that the richest player is expected to earn, to tell the rounds left";
    different = 1.06, "factor on the doubloons that a different combination earns";
    relics = 1.5, "factor on the doubloons that a relic sale earns";
    development = 0.976, "factor on all that a development is worth";

    income = 1.11, "doubloons that a doubloon of fixed income a round is worth";
    caravel = 2.83, "doubloons a round that the first caravel is worth";
    caravel_fade = 0.774, "factor on what each further caravel of the owner is worth";
    merchant_common = 0.814, "doubloons a round that a merchant of common goods is worth besides his income";
    merchant_uncommon = 0.904, "doubloons a round that a merchant of uncommon goods is worth besides his income";
    merchant_rare = 0.988, "doubloons a round that a merchant of rare goods is worth besides his income";
    slot = 1.24, "doubloons a round that a place in a warehouse is worth";
    slot_fade = 0.527, "factor on what each place in a warehouse is worth when others are owned";
    shipyard = 1.21, "doubloons a round of a shipyard for each opponent with more caravels";
    almagro = 0.384, "doubloons a round that Almagro is worth besides his income";
    cosa = 0.191, "doubloons a round that de la Cosa is worth besides his income";
    casas = 0.272, "doubloons a round that las Casas is worth besides his income";
    pizarro = 0.496, "doubloons a round that Pizarro is worth";
    ponce = 0.235, "doubloons a round that Ponce de Leon is worth";
    valdivia = 0.48, "doubloons a round that Valdivia is worth besides his income";
    orellana = 0.934, "doubloons a round that Orellana is worth";
    coronado = 0.355, "doubloons a round that Coronado is worth";
    promo = 1.85, "doubloons a round that a promo card is worth";

    pair_common = 0.299, "doubloons of hope for a pair of a common good that may become a set in the trade";
    pair_uncommon = 0.652, "doubloons of hope for a pair of an uncommon good";
    pair_rare = 0.609, "doubloons of hope for a pair of a rare good";
    variety = 0.189, "doubloons of hope for each different good while there are fewer than four";
    joker = 0.329, "doubloons of hope for each relic that may fill a set in the trade";
    perfect = 0.0572, "doubloons of hope for the perfect combination: times the square of the different goods and a relic above six";

    token = 0.0612, "doubloons that a point of trade value in an offer is worth, for the token of the Trade Master";
    starve = 0.024, "doubloons that a doubloon of the robbed player's lead counts against robbing him";
    announce = 0.31, "how much rather fewer cards are announced for each doubloon that the hand is worth above the mean";
    mean_hand = 5.63, "doubloons that a hand is worth on average when offers are announced";
    first = 0.229, "share of what the best development is worth that a place earlier in the Progress phase is worth";

    keep_relic = 2.72, "doubloons that a stored relic is worth";
    keep_rare = 1.98, "doubloons that a stored rare good is worth";
    keep_uncommon = 1.2, "doubloons that a stored uncommon good is worth";
    keep_common = 0.902, "doubloons that a stored common good is worth";
    keep_twin = 0.542, "doubloons more that a card of a type already stored is worth";
}
